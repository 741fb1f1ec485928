import type { Season } from "#contract/season.ts";

/** What Home alone needs of a season's picture: the sign-in page does without. */
type HomeHero = {
  /** Text color on wide screens, contrast at least 4.5. */
  ink: string;
  /** Gradient start under the text. */
  air: string;
  /** Where the tagline fits on wide screens: the sky, or the dark side without the mouse. */
  calm: "sky" | "side";
  alt: string;
};

export const PHONE_SIZES = "calc(100vw - 2rem)";
export const WIDE_SIZES = "(min-width: 72rem) 72rem, 100vw";

export const homeHeroes: Record<Season, HomeHero> = {
  winter: {
    ink: "md:text-[#fff3df]",
    air: "md:max-lg:from-[#24141a]/70",
    calm: "side",
    alt: "A mouse with round spectacles reads in a green wing chair by the fire, a glass of red wine beside it",
  },
  spring: {
    ink: "md:text-[#1c2c1a]",
    air: "md:max-lg:from-[#dcebe0]/70",
    calm: "sky",
    alt: "A mouse with round spectacles reads in the spring sun, a glass of white wine beside it",
  },
  summer: {
    ink: "md:text-[#0f2b42]",
    air: "md:max-lg:from-[#bfe2ea]/70",
    calm: "sky",
    alt: "A mouse with round spectacles and a straw hat reads in a deck chair by the sea, a glass of white wine beside it",
  },
  fall: {
    ink: "md:text-[#fff3dc]",
    air: "md:max-lg:from-[#4a2a1e]/70",
    calm: "side",
    alt: "A mouse with round spectacles reads in the autumn light, a glass of wine beside it",
  },
};
