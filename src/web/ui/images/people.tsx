import type { Author } from "#contract/users.ts";

import { Avatar } from "./avatar.tsx";

/** Overlapping photos. `className`: their size and the color around them. */
export const AvatarStack = ({ people, className }: { people: readonly Author[]; className: string }) => (
  <span className="flex shrink-0 -space-x-2">
    {people.map((person) => (
      <Avatar key={person.id} {...person} name={person.displayName} className={`border-2 ${className}`} />
    ))}
  </span>
);

type ListProps = { title: string; people: readonly (Author & { name: string })[] };

/** A heading, and photos with names; empty without people. */
export function PeopleList({ title, people }: ListProps) {
  if (people.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-sm font-semibold">{title}</h3>
      <ul className="mt-1.5 flex flex-wrap gap-2">
        {people.map(({ id, displayName, photoURL, name }) => (
          <li key={id} className="inline-flex max-w-full items-center gap-2 rounded-full bg-sunk pr-3 text-sm">
            <Avatar name={displayName} photoURL={photoURL} className="size-8" />
            <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
