import SIZES from "./help-pictures.json";

/** A screenshot taken by `bun run screenshots --for-help`. */
export function HelpPicture({ picture, alt }: { picture: keyof typeof SIZES; alt: string }) {
  return (
    <img
      src={`/images/help%20${picture}.webp`}
      alt={alt}
      {...SIZES[picture]}
      loading="lazy"
      decoding="async"
      className="mb-5 h-auto w-full max-w-sm rounded-md border border-line"
    />
  );
}
