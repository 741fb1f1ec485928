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
  /** For srcset: the part around the mouse in the sizes of phones, 720 and 1080 pixels, and in 1600 for what is wider. */
  readonly phoneSet: string;
  /** For srcset: the mouse's head and book, 9:4, in 720 and 1080 pixels: a low band that costs little. */
  readonly bandSet: string;
  /**
   * Its look as classes, not as a style attribute: the page's policy refuses those in the HTML that the server sends.
   * - `at`: object-position of the narrow file; of the wide ones, where x counts on narrow screens, y on wide ones;
   *   and beside the sign-in form, where x counts, and book and glass come before what is at the edges
   * - `ground`: a flat colour that stands there until the picture has come
   * - `ink`: on wide screens, a text colour with a contrast of at least 4.5 in the calm part
   * - `air`: the ground, as the start of a shade under the words
   */
  readonly look: { readonly at: string; readonly ground: string; readonly ink: string; readonly air: string };
  /** The calm part, where the tagline may stand on a wide screen: the sky, or the dark side without the mouse. */
  readonly calm: "sky" | "side";
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
    bandSet: `${encodeURI(webp(" band 720"))} 720w, ${encodeURI(webp(" band 1080"))} 1080w`,
    narrowSet: `${encodeURI(webp(" 800"))} 800w, ${encodeURI(webp(" 800 dense"))} 1600w`,
  };
};

/** The four scenes by season name. */
export const heroes = {
  winter: {
    ...files("winter"),
    look: {
      at: "object-[50%_47%] min-[40rem]:object-[90%_47%] lg:object-[50%_47%]",
      ground: "bg-[#24141a]",
      ink: "md:text-[#fff3df]",
      air: "md:max-lg:from-[#24141a]/70",
    },
    calm: "side",
    alt: "A mouse with round spectacles reads in a green wing chair by the fire, a glass of red wine beside it",
  },
  spring: {
    ...files("spring"),
    look: {
      at: "object-[40%_59%] min-[40rem]:object-[82%_59%] lg:object-[22%_59%]",
      ground: "bg-[#dcebe0]",
      ink: "md:text-[#1c2c1a]",
      air: "md:max-lg:from-[#dcebe0]/70",
    },
    calm: "sky",
    alt: "A mouse with round spectacles reads in the spring sun, a glass of white wine beside it",
  },
  summer: {
    ...files("summer"),
    look: {
      at: "object-[60%_46%] min-[40rem]:object-[88%_46%] lg:object-[56%_46%]",
      ground: "bg-[#bfe2ea]",
      ink: "md:text-[#0f2b42]",
      air: "md:max-lg:from-[#bfe2ea]/70",
    },
    calm: "sky",
    alt: "A mouse with round spectacles and a straw hat reads in a deck chair by the sea, a glass of white wine beside it",
  },
  fall: {
    ...files("fall"),
    look: {
      // in a narrow panel the owl is left out, rather than cut in two
      at: "object-[60%_46%] min-[40rem]:object-[93%_46%] lg:object-[50%_46%] lg:[@media(max-aspect-ratio:17/10)]:object-[30%_46%]",
      ground: "bg-[#4a2a1e]",
      ink: "md:text-[#fff3dc]",
      air: "md:max-lg:from-[#4a2a1e]/70",
    },
    calm: "side",
    alt: "A mouse with round spectacles reads in the autumn light, a glass of wine beside it",
  },
} as const satisfies Record<string, Hero>;
