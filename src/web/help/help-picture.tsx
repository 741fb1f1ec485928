import SIZES from "./help-pictures.json";

/** A picture of a real screen, taken by `bun run screenshots --for-help`. */
export function HelpPicture({ of, alt }: { of: keyof typeof SIZES; alt: string }) {
  return (
    <img
      src={`/images/help%20${of}.webp`}
      alt={alt}
      {...SIZES[of]}
      loading="lazy"
      decoding="async"
      className="mb-5 h-auto w-full max-w-sm rounded-md border border-line"
    />
  );
}
