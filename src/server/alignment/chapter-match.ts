import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

import { MatchedChapters } from "#contract/place.ts";
import type { Deps } from "#server/deps.ts";
import type { Ebook } from "#server/epub/ebooks.ts";
import { AppError } from "#server/errors.ts";

import type { BothFiles } from "./file-pair.ts";
import type { AlignedSpan } from "./match/aligned-spans.ts";
import { stretchesOfPairs } from "./match/corrected-pairs.ts";
import { type Pair, unmatched } from "./match/match-chapters.ts";

const Span = Type.Tuple([Type.Number(), Type.Number()]);
/** Chapters of sound and text, paired; `sure` is how likely each end of a stretch is right. */
const Matched = Type.Object({
  confidence: Type.Number(),
  pairs: MatchedChapters.properties.pairs,
  stretches: Type.Array(Type.Object({ seconds: Span, text: Span, sure: Span })),
});
type Matched = Static<typeof Matched>;

export type ChapterMatch = MatchedChapters & { stretches: readonly AlignedSpan[] };

/** By the admin's correction for these files, or else as the child process matches them. */
export async function matchBoth(deps: Deps, ebook: Ebook, { files, sound }: BothFiles): Promise<ChapterMatch> {
  const correction = deps.stores.matches.find(files.bookId);
  if (correction?.ebookPath === files.ebookPath && correction.audiobookPath === files.audiobookPath) {
    const pairs: Pair[] = JSON.parse(correction.pairs);
    return { ...asCorrected(pairs), stretches: stretchesOfPairs(pairs, sound, ebook.contents) };
  }
  const matched = (await matchOnce(deps, ebook, { files, sound })) ?? unmatched(sound, ebook.contents);
  return { ...matched, corrected: false };
}

/** What the page shows of corrected pairs. */
export function asCorrected(pairs: Pair[]): MatchedChapters {
  return { pairs, confidence: pairs.length > 0 ? 1 : 0, corrected: true };
}

/** One for each open eBook, so that only the first to open a book after a start waits: hundreds of chapters take a second. */
const latest = new WeakMap<Ebook, { of: string; match: Promise<Matched | null> }>();

/** Concurrent callers share one run. Null for a book that is too much to be matched. */
function matchOnce(deps: Deps, ebook: Ebook, { files, sound }: BothFiles): Promise<Matched | null> {
  // books of the same text share an eBook, but no sound
  const of = `${files.audiobookPath} ${sound.title}`;
  const known = latest.get(ebook);
  if (known?.of === of) return known.match;
  const match = matchInChild(deps, ebook, sound).catch((error: unknown) => {
    if (latest.get(ebook)?.match === match) latest.delete(ebook);
    throw error;
  });
  latest.set(ebook, { of, match });
  return match;
}

async function matchInChild(
  { sandbox }: Deps,
  { packPath }: Ebook,
  sound: BothFiles["sound"],
): Promise<Matched | null> {
  try {
    const matched = await sandbox.run(["match", packPath], undefined, JSON.stringify(sound));
    // `Value.Parse` would copy it several times first
    if (!Value.Check(Matched, matched)) throw new Error("The child process answered with something else");
    return matched;
  } catch (error) {
    // too much for the child process; the book works without a match
    if (error instanceof AppError && error.code === "invalid") return null;
    throw error;
  }
}
