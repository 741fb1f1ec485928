import type { Field } from "./stroke.ts";

/** Direction of the lamp: x right, y down, z toward the viewer. */
export type Light = readonly [x: number, y: number, z: number];

/** The light on an egg, 0 (dark) to 1 (lit). */
export function egg(cx: number, cy: number, rx: number, ry: number, light: Light): Field {
  const length = Math.hypot(...light);
  return (x, y) => {
    const [u, v] = [(x - cx) / rx, (y - cy) / ry];
    const z = Math.sqrt(Math.max(0, 1 - u * u - v * v));
    return 0.5 + (0.5 * (u * light[0] + v * light[1] + z * light[2])) / length;
  };
}

/** The same light with its contrast changed, then lifted. */
export const toned =
  (field: Field, contrast: number, middle = 0.5): Field =>
  (x, y) =>
    (field(x, y) - 0.5) * contrast + middle;

type RelightOptions = {
  /** dark side: silhouette offset toward the lamp, blur, color, opacity */
  readonly shade: {
    readonly dx: number;
    readonly dy: number;
    readonly blur: number;
    readonly color: string;
    readonly opacity: number;
  };
  /** wash on the lit side: reach, color, opacity */
  readonly key: {
    readonly dx: number;
    readonly dy: number;
    readonly blur: number;
    readonly color: string;
    readonly opacity: number;
  };
  /** thin bright edge facing the lamp (dx, dy point away from it) */
  readonly rim: {
    readonly dx: number;
    readonly dy: number;
    readonly blur: number;
    readonly color: string;
    readonly opacity: number;
  };
  /** thin edge on the dark side, from a window or the sky */
  readonly back?: {
    readonly dx: number;
    readonly dy: number;
    readonly blur: number;
    readonly color: string;
    readonly opacity: number;
  };
};

const edge = (
  name: string,
  below: string,
  { dx, dy, blur, color, opacity }: RelightOptions["rim"],
) => `<feOffset in="SourceAlpha" dx="${dx}" dy="${dy}" result="${name}o"/>
<feComposite in="SourceAlpha" in2="${name}o" operator="out"/><feGaussianBlur stdDeviation="${blur}" result="${name}e"/>
<feFlood flood-color="${color}" flood-opacity="${opacity}"/><feComposite in2="${name}e" operator="in"/>
<feComposite in2="SourceAlpha" operator="in" result="${name}r"/><feBlend in="${name}r" in2="${below}" mode="screen" result="${name}"/>`;

/** A filter that lights a whole group from one side: colored shade, warm wash, thin rim. */
export function relight(id: string, { shade, key, rim, back }: RelightOptions): string {
  return `<filter id="${id}" x="-10%" y="-10%" width="120%" height="120%" color-interpolation-filters="sRGB">
<feGaussianBlur in="SourceAlpha" stdDeviation="${shade.blur}"/><feOffset dx="${shade.dx}" dy="${shade.dy}" result="s"/>
<feComposite in="SourceAlpha" in2="s" operator="out" result="d"/><feFlood flood-color="${shade.color}" flood-opacity="${shade.opacity}"/>
<feComposite in2="d" operator="in" result="dk"/><feBlend in="dk" in2="SourceGraphic" mode="multiply" result="a0"/>
<feGaussianBlur in="SourceAlpha" stdDeviation="${key.blur}"/><feOffset dx="${key.dx}" dy="${key.dy}" result="k0"/>
<feComposite in="SourceAlpha" in2="k0" operator="out" result="k1"/><feFlood flood-color="${key.color}" flood-opacity="${key.opacity}"/>
<feComposite in2="k1" operator="in" result="k2"/><feBlend in="k2" in2="a0" mode="soft-light" result="a1"/>
<feComponentTransfer in="k2" result="k3"><feFuncA type="linear" slope=".38"/></feComponentTransfer><feBlend in="k3" in2="a1" mode="screen" result="a"/>
${edge("front", "a", rim)}${back ? edge("back", "front", back) : ""}</filter>`;
}
