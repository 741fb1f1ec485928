import { useState } from "react";

type Props = { name: string; photoURL: string | null; className?: string };

/** Hidden from screen readers, because the name is beside it. */
export function Avatar({ name, photoURL, className = "size-10" }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const classes = `@container inline-flex shrink-0 align-middle items-center justify-center overflow-hidden rounded-full bg-season-solid font-text font-semibold text-on-solid print:border print:border-line print:text-ink ${className}`;
  return (
    <span aria-hidden="true" className={classes}>
      {photoURL && photoURL !== brokenUrl ? (
        <img src={photoURL} alt="" className="size-full object-cover" onError={() => setBrokenUrl(photoURL)} />
      ) : (
        <span className="text-[38cqw]">{Array.from(name.trim()).slice(0, 2).join("").toUpperCase()}</span>
      )}
    </span>
  );
}
