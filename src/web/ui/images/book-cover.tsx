import { type ReactNode, useState } from "react";

import { smallCoverUrl } from "#contract/call-url.ts";

const BACKGROUND_CLASSES = ["bg-wine-solid", "bg-season-solid", "bg-wine-deep", "bg-season-deep"];

/** 100 by 150, in the ink of its letters. */
const ORNAMENTS = [
  <circle key="moon" cx="50" cy="84" r="20" />,
  <path key="waves" d="M18 76q8-8 16 0t16 0 16 0 16 0M18 88q8-8 16 0t16 0 16 0 16 0M18 100q8-8 16 0t16 0 16 0 16 0" />,
  <path key="leaf" d="M50 60q22 20 0 52q-22-32 0-52M50 60v52" />,
  <path key="diamonds" d="M50 62l14 20-14 20-14-20zM50 72l7 10-7 10-7-10z" />,
  <path key="glass" d="M36 62h28q0 24-14 24t-14-24M50 86v24M40 110h20" />,
  <path key="rays" d="M50 84V58M50 84l18-18M50 84h26M50 84l18 18M50 84v26M50 84l-18 18M50 84H24M50 84L32 66" />,
];

const seedOf = (text: string) =>
  Array.from(text).reduce((seed, letter) => (seed * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7);

/** A line of the larger type holds nine letters. No part of a cover grows with the reader's text size. */
const LONG_TITLE = /\S{10}|.{23}/u;

type Props = {
  title: string;
  author: string;
  coverImage: string | null;
  className?: string;
  isSmall?: boolean;
  isFirst?: boolean;
};

export function BookCover({ title, author, coverImage, className = "w-44", isSmall = false, isFirst = false }: Props) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const classes = `relative block aspect-2/3 shrink-0 overflow-hidden rounded-sm shadow-book ${className}`;
  if (coverImage && coverImage !== brokenUrl) {
    return (
      <span className={classes}>
        <img
          src={isSmall ? smallCoverUrl(coverImage) : coverImage}
          alt={`Cover of ${title}`}
          loading={isSmall && !isFirst ? "lazy" : "eager"}
          fetchPriority={isFirst ? "high" : "auto"}
          decoding="async"
          className="size-full object-cover filter-(--images)"
          onError={() => setBrokenUrl(coverImage)}
        />
        <Spine />
      </span>
    );
  }
  const seed = seedOf(title);
  const background = BACKGROUND_CLASSES[seed % BACKGROUND_CLASSES.length];
  return (
    <span aria-hidden="true" className={`@container ${classes} ${background} text-on-solid`}>
      <svg
        viewBox="0 0 100 150"
        aria-hidden="true"
        className="absolute inset-0 size-full fill-none stroke-current stroke-[1.5] opacity-35"
      >
        {ORNAMENTS[Math.floor(seed / BACKGROUND_CLASSES.length) % ORNAMENTS.length]}
      </svg>
      <span className="absolute inset-2.5 left-4 flex flex-col justify-between rounded-sm border border-on-solid/60 p-[7cqw] text-center @max-[6rem]:hidden">
        <span
          className={`line-clamp-4 font-title leading-[1.2] font-semibold text-balance hyphens-auto ${LONG_TITLE.test(title) ? "text-[8cqw]" : "text-[11cqw]"}`}
        >
          {title}
        </span>
        <span className="line-clamp-2 text-[clamp(0.6875rem,7.5cqw,0.8125rem)] leading-tight break-normal @max-[8rem]:hidden">
          {author}
        </span>
      </span>
      <Spine />
    </span>
  );
}

/** The tinted area around a cover. `className` sets its padding, which differs by page. */
export const CoverTable = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={`flex shrink-0 items-start justify-center bg-season-tint sm:*:sticky sm:rounded-l-lg ${className}`}>
    {children}
  </div>
);

const Spine = () => (
  <span className="absolute inset-y-0 left-0 w-3 bg-linear-to-r from-black/25 via-white/15 to-black/10" />
);
