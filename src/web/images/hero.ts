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
  /** CSS object-position of the wide files: x counts on narrow screens, y on wide ones. */
  readonly objectPosition: string;
  /** CSS object-position of the narrow file. */
  readonly narrowPosition: string;
  /** A flat colour that stands there until the picture has come. */
  readonly background: string;
  /** Text colour with a contrast of at least 4.5 in the calm part of the wide files. */
  readonly ink: string;
  /** The calm part, where the tagline may stand on a wide screen: the sky, or the dark side without the mouse. */
  readonly calm: "sky" | "side";
  readonly alt: string;
};

const files = (season: string) => {
  const webp = (size: string) => `/images/book mouse ${season}${size}.webp`;
  return {
    jpg: `/images/book mouse ${season}.jpg`,
    webp: webp(""),
    wideSet: `${encodeURI(webp(""))} 1600w, ${encodeURI(webp(" 3200"))} 3200w`,
    narrowWebp: webp(" 800"),
    narrowSet: `${encodeURI(webp(" 800"))} 800w, ${encodeURI(webp(" 800 dense"))} 1600w`,
  };
};

/** The four scenes by season name. */
export const heroes = {
  winter: {
    ...files("winter"),
    objectPosition: "90% 47%",
    narrowPosition: "50% 47%",
    background: "#24141a",
    ink: "#fff3df",
    calm: "side",
    alt: "A mouse with round spectacles reads in a green wing chair by the fire, a glass of red wine beside it",
  },
  spring: {
    ...files("spring"),
    objectPosition: "82% 59%",
    narrowPosition: "40% 59%",
    background: "#dcebe0",
    ink: "#1c2c1a",
    calm: "sky",
    alt: "A mouse with round spectacles reads in the spring sun, a glass of white wine beside it",
  },
  summer: {
    ...files("summer"),
    objectPosition: "88% 46%",
    narrowPosition: "60% 46%",
    background: "#bfe2ea",
    ink: "#0f2b42",
    calm: "sky",
    alt: "A mouse with round spectacles and a straw hat reads in a deck chair by the sea, a glass of white wine beside it",
  },
  fall: {
    ...files("fall"),
    objectPosition: "93% 46%",
    narrowPosition: "60% 46%",
    background: "#4a2a1e",
    ink: "#fff3dc",
    calm: "side",
    alt: "A mouse with round spectacles reads in the autumn light, a glass of wine beside it",
  },
} as const satisfies Record<string, Hero>;
