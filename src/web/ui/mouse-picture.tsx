/** What the mouse does: carries books to choose from, shares wine and cheese, hums, has lost the page, has spilled the wine. */
export type MouseDoing = "choosing" | "sharing" | "humming" | "lost" | "spilled";

/** The book mouse where there is nothing else to see. It says nothing that the words beside it do not say. */
export function MousePicture({ doing, className = "size-28" }: { doing: MouseDoing; className?: string }) {
  return (
    <img
      src={`/images/mouse ${doing}.webp`}
      alt=""
      width={112}
      height={112}
      loading="lazy"
      className={`shrink-0 object-contain ${className}`}
    />
  );
}
