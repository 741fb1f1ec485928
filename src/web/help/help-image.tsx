import SIZES from "./help-images.json";

/** A screenshot taken by `bun run screenshots --for-help`. */
export function HelpImage({ image, alt }: { image: keyof typeof SIZES; alt: string }) {
  return (
    <img
      src={encodeURI(`/images/help ${image}.webp`)}
      alt={alt}
      {...SIZES[image]}
      loading="lazy"
      decoding="async"
      className="mb-5 h-auto w-full max-w-sm rounded-md border border-line"
    />
  );
}
