import { pluralize } from "#contract/counts.ts";

import type { EpubFile } from "./open-epub.ts";

const NAMED_MAX = 5;
const NAME_MAX = 100;

export function listMissingPages({ about, itemsById, findName }: EpubFile): string[] {
  const paths = about.spine.map(({ id }) => itemsById.get(id)?.path ?? id);
  return [...new Set(paths.filter((path) => findName(path) === null))];
}

type Lost = {
  missing: readonly string[];
  unshown: readonly string[];
  damaged: readonly string[];
  foreign: readonly string[];
  locked: readonly string[];
  hasLostContents: boolean;
  isMislabeled: boolean;
};

export function listWarnings(lost: Lost): string[] {
  const files = [
    ["Not in the file", "page", lost.missing],
    ["Too large or damaged to be shown", "page", lost.unshown],
    ["Too large or damaged", "file", lost.damaged],
    ["Of a kind that isn't shown", "page", lost.foreign],
    ["Encrypted, so left out", "file", lost.locked],
  ] as const;
  return [
    ...files.flatMap(([what, unit, names]) =>
      names.length > 0 ? [`${what}: ${pluralize(names.length, unit)} (${listOf(names)}).`] : [],
    ),
    ...(lost.hasLostContents ? ["Its list of contents can't be read."] : []),
    ...(lost.isMislabeled
      ? ["It's an EPUB, but its 'mimetype' says something else, so some reading devices refuse it."]
      : []),
  ];
}

function listOf(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMED_MAX)
    .map((name) => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name));
  return shown.join(", ") + (names.length > NAMED_MAX ? ", …" : "");
}
