import type { ReactNode } from "react";

import type { Reply } from "#contract/notes.ts";
import { splitByLinks } from "#web/lib/format/split-by-links.ts";
import { Avatar } from "#web/ui/images/avatar.tsx";
import { AuthorLine } from "#web/ui/text/name-list.tsx";

export function AuthoredText({ entry, name, children }: { entry: Reply; name: string; children: ReactNode }) {
  const { author, createdAt, editedAt } = entry;
  return (
    <div className="flex gap-3">
      {/* Very large type needs the space. */}
      <span className="shrink-0 max-[20rem]:hidden print:hidden">
        <Avatar name={author.displayName} photoURL={author.photoURL} />
      </span>
      <div className="min-w-0 flex-1">
        <AuthorLine name={name} createdAt={createdAt} editedAt={editedAt} />
        {children}
      </div>
    </div>
  );
}

export const LinkedText = ({ text }: { text: string }) => (
  <p dir="auto" className="mt-0.5 max-w-measure overflow-hidden whitespace-pre-line wrap-anywhere">
    {splitByLinks(text).map(({ text, isLink }, index) =>
      isLink ? (
        <a
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text stay in their order
          key={index}
          href={text}
          target="_blank"
          rel="nofollow noopener noreferrer"
          className="text-wine underline underline-offset-4 print:text-inherit"
        >
          {text}
        </a>
      ) : (
        text
      ),
    )}
  </p>
);
