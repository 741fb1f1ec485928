import { Fragment } from "react";

import { useClub } from "#web/api/club.ts";
import { formatPostDate } from "#web/lib/format/dates.ts";

type NameWithSuffix = { name: string; /** E.g. ' +2'. */ suffix?: string };

/** Isolates each name from the others' writing direction. */
export function NameList({ names }: { names: readonly NameWithSuffix[] }) {
  return names.map(({ name, suffix = "" }, index) => (
    <Fragment key={index}>
      {index > 0 && ", "}
      <bdi>{name}</bdi>
      {suffix}
    </Fragment>
  ));
}

type Props = { name: string; createdAt: string; editedAt: string | null };

export function AuthorLine({ name, createdAt, editedAt }: Props) {
  const { timeZone } = useClub();
  return (
    <p className="flex flex-wrap items-baseline gap-x-2.5">
      <span dir="auto" className="min-w-0 font-semibold wrap-anywhere">
        {name}
      </span>
      <time dateTime={createdAt} className="text-sm text-ink-soft">
        {formatPostDate(createdAt, timeZone)}
      </time>
      {editedAt && <span className="text-sm text-ink-soft">edited</span>}
    </p>
  );
}
