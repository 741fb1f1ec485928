import { brush } from "../kit/stroke.ts";
import { line, path, radial } from "../kit/svg.ts";
import { FUR, INK } from "./palette.ts";

const bead = radial(
  [
    [0, "#3a1f12"],
    [0.22, "#190c0b"],
    [1, "#120809"],
  ],
  [0.4, 0.75, 0.8],
);

/** A dark bead under a lowered lid. `k` scales the small parts. */
function eye(cx: number, cy: number, rx: number, ry: number, k: number): string {
  const lid = `M${-rx - 3} ${-ry * 0.42}C${-rx * 0.8} ${-ry * 1.4} ${rx * 0.8} ${-ry * 1.5} ${rx + 4} ${-ry * 0.16}C${rx * 0.5} ${-ry * 0.74} ${-rx * 0.4} ${-ry * 0.74} ${-rx - 3} ${-ry * 0.2}Z`;
  const lash = `M${-rx - 4} ${-ry * 0.04}C${-rx * 0.5} ${-ry * 0.88} ${rx * 0.5} ${-ry * 0.88} ${rx + 9} ${ry * 0.1}C${rx * 0.5} ${-ry * 0.54} ${-rx * 0.5} ${-ry * 0.56} ${-rx - 4} ${-ry * 0.04}Z`;
  return `<g transform="translate(${cx} ${cy}) rotate(-8)"><ellipse rx="${rx + 4}" ry="${ry + 4}" fill="#4a2f28" opacity=".35" filter="url(#blur2)"/><ellipse rx="${rx}" ry="${ry}" fill="${bead.fill}"/>
${line(`M${-rx * 0.7} ${ry * 0.5}Q0 ${ry * 1.2} ${rx * 0.75} ${ry * 0.4}`, "#b06a3a", 2.2 * k, `opacity=".5" filter="url(#blur1)"`)}
${path(lid, FUR[3] ?? "")}${path(lash, "#1d0f0e")}
${line(`M${-rx * 0.8} ${ry * 0.85}Q0 ${ry * 1.45} ${rx * 0.9} ${ry * 0.75}`, "#f3d3a4", 2.2 * k, `opacity=".5"`)}
<ellipse cx="${-rx * 0.34}" cy="${ry * 0.02}" rx="${4 * k}" ry="${4.3 * k}" fill="#fffaf0"/><circle cx="${rx * 0.36}" cy="${ry * 0.46}" r="${2 * k}" fill="#ffd9a0" opacity=".85"/></g>`;
}

/** Eyes on the page, brows slightly raised: it likes what it reads. */
export function eyes(): string {
  return (
    bead.defs +
    `<ellipse cx="-42" cy="6" rx="26" ry="24" fill="#f6dfb4" opacity=".45" filter="url(#blur4)"/>` +
    eye(-96, 9, 6.4, 12.4, 0.72) +
    eye(-47, 13, 15.5, 18, 1.1) +
    brush("M-64 -38C-54 -52 -36 -54 -21 -45", 4.6, INK, { opacity: 0.75, seed: 3 }) +
    brush("M-85 -15C-84 -26 -80 -31 -73 -33", 3.2, INK, { opacity: 0.5, seed: 4 })
  );
}
