/** A rectangle in pixels of the picture file it belongs to. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** How one season's scene is placed behind its tagline (SPEC 2, Home screen; hero at most 350 px high). */
export type Hero = {
  /** 1600 × 700, progressive: the name that SPEC fixes. */
  readonly jpg: string;
  /** The same picture, for `<source type="image/webp">`. */
  readonly webp: string;
  /** For srcset: the WebP in 1600 and 3200 pixels, so that dense screens get it sharp. */
  readonly wideSet: string;
  /** 800 × 700, the part around the mouse, for `<source media="(max-width: 640px)">`. */
  readonly narrowWebp: string;
  /** For srcset: the part around the mouse in 800 and 1600 pixels. */
  readonly narrowSet: string;
  /** For srcset: what of it a hero 208 px high shows on phones, in 720 and 1080 pixels; the part in 1600 for the rest. */
  readonly phoneSet: string;
  /**
   * The class that says which part is seen where not all of it fits: x counts on narrow screens, y on wide ones.
   * A class, like the next one, because the page's policy refuses style attributes in the HTML that the server sends.
   */
  readonly position: string;
  /** The class of a flat colour that stands there until the picture has come. */
  readonly ground: string;
  /** Text colour with a contrast of at least 4.5 in both boxes. */
  readonly ink: string;
  /** Where the tagline may stand on a wide screen, in pixels of the wide file. */
  readonly wideBox: Box;
  /** Where the tagline may stand on a phone, in pixels of the narrow file. */
  readonly narrowBox: Box;
  readonly alt: string;
};

/** Where the home page shows which of its two forms of the picture, and how wide. */
export const NARROW_MEDIA = "(max-width: 640px)";
export const PHONE_SIZES = "calc(100vw - 2rem)";
export const WIDE_SIZES = "(min-width: 72rem) 72rem, 100vw";

const files = (season: string) => {
  const webp = (size: string) => `/images/book mouse ${season}${size}.webp`;
  return {
    jpg: `/images/book mouse ${season}.jpg`,
    webp: webp(""),
    wideSet: `${encodeURI(webp(""))} 1600w, ${encodeURI(webp(" 3200"))} 3200w`,
    narrowWebp: webp(" 800"),
    phoneSet: `${encodeURI(webp(" 720"))} 720w, ${encodeURI(webp(" 1080"))} 1080w, ${encodeURI(webp(" 800 dense"))} 1600w`,
    narrowSet: `${encodeURI(webp(" 800"))} 800w, ${encodeURI(webp(" 800 dense"))} 1600w`,
  };
};

const narrowBox: Box = { left: 40, top: 24, width: 640, height: 128 };

/** The four scenes by season name. */
export const heroes = {
  winter: {
    ...files("winter"),
    position: "object-[90%_47%]",
    ground: "bg-[#24141a]",
    ink: "#fff3df",
    wideBox: { left: 60, top: 190, width: 440, height: 270 },
    narrowBox,
    alt: "A mouse with round spectacles reads in a green wing chair by the fire, a glass of red wine beside it",
  },
  spring: {
    ...files("spring"),
    position: "object-[82%_59%]",
    ground: "bg-[#dcebe0]",
    ink: "#1c2c1a",
    wideBox: { left: 60, top: 215, width: 500, height: 215 },
    narrowBox,
    alt: "A mouse with round spectacles reads in the spring sun, a glass of white wine beside it",
  },
  summer: {
    ...files("summer"),
    position: "object-[88%_46%]",
    ground: "bg-[#bfe2ea]",
    ink: "#0f2b42",
    wideBox: { left: 60, top: 170, width: 450, height: 190 },
    narrowBox,
    alt: "A mouse with round spectacles and a straw hat reads in a deck chair by the sea, a glass of white wine beside it",
  },
  fall: {
    ...files("fall"),
    position: "object-[93%_46%]",
    ground: "bg-[#4a2a1e]",
    ink: "#fff3dc",
    wideBox: { left: 60, top: 180, width: 440, height: 270 },
    narrowBox: { left: 40, top: 24, width: 530, height: 128 },
    alt: "A mouse with round spectacles reads in the autumn light, a glass of wine beside it",
  },
} as const satisfies Record<string, Hero>;
