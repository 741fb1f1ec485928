import { pluralize } from "#contract/counts.ts";

import type { FindName } from "./names.ts";
import type { EpubPackage } from "./package.ts";

const NAMED_MAX = 5;
const NAME_MAX = 100;

/** Files that the reading order names and the archive lacks, as the package writes them. */
export function missingPages({ items, spine }: EpubPackage, find: FindName): string[] {
  const byId = new Map(items.map((item) => [item.id, item.path]));
  const paths = spine.map(({ id }) => byId.get(id) ?? id);
  return [...new Set(paths.filter((path) => find(path) === null))];
}

/** For the person who uploads a book: sentences about what members won't get of it. */
export function warnOf({
  missing,
  unshown = [],
  damaged = [],
  foreign = [],
  locked = [],
  hasLostContents = false,
  isMislabeled = false,
}: Lost): string[] {
  return [
    ...(missing.length > 0 ? [`Not in the file: ${pluralize(missing.length, "page")} (${listOf(missing)}).`] : []),
    ...(unshown.length > 0
      ? [`Too large or damaged to be shown: ${pluralize(unshown.length, "page")} (${listOf(unshown)}).`]
      : []),
    ...(damaged.length > 0 ? [`Too large or damaged: ${pluralize(damaged.length, "file")} (${listOf(damaged)}).`] : []),
    ...(foreign.length > 0
      ? [`Of a kind that isn't shown: ${pluralize(foreign.length, "page")} (${listOf(foreign)}).`]
      : []),
    ...(locked.length > 0 ? [`Encrypted, so left out: ${pluralize(locked.length, "file")} (${listOf(locked)}).`] : []),
    ...(hasLostContents ? ["Its list of contents can't be read."] : []),
    ...(isMislabeled
      ? ["It's an EPUB, but its 'mimetype' says something else, so some reading devices refuse it."]
      : []),
  ];
}

type Lost = {
  missing: readonly string[];
  unshown?: readonly string[];
  damaged?: readonly string[];
  foreign?: readonly string[];
  locked?: readonly string[];
  hasLostContents?: boolean;
  isMislabeled?: boolean;
};

function listOf(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMED_MAX)
    .map((name) => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name));
  return shown.join(", ") + (names.length > NAMED_MAX ? ", …" : "");
}
