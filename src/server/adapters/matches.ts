import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";

import { Match } from "#contract/place.ts";
import { AppError } from "#server/errors.ts";

import type { Sandbox } from "./sandbox.ts";

const KNOWN_MAX = 50;
const Span = Type.Tuple([Type.Number(), Type.Number()]);

/** Chapters of sound and text, paired; `sure` is how likely each end of a stretch is right. */
export const Matched = Type.Object({
  confidence: Type.Number(),
  pairs: Match.properties.pairs,
  stretches: Type.Array(Type.Object({ seconds: Span, text: Span, sure: Span })),
});
export type Matched = Static<typeof Matched>;

export type Matches = ReturnType<typeof createMatches>;

/**
 * Pairs chapters in the child process, where hundreds of them take a second that nobody waits for. Kept in memory: only
 * the first to open a book after a start waits. `pack` is the path of the prepared eBook, `sound` what is known of the
 * audiobook.
 */
export function createMatches(sandbox: Sandbox) {
  const known = new Map<string, Matched | null>();
  const making = new Map<string, Promise<void>>();
  const keyOf = (pack: string, sound: object) => `${pack} ${JSON.stringify(sound)}`;

  const make = async (key: string, pack: string, sound: object): Promise<void> => {
    try {
      const matched = await sandbox.run(["match", pack], undefined, JSON.stringify(sound));
      // `Value.Parse` would copy it several times first
      if (!Value.Check(Matched, matched)) throw new Error("The child process answered with something else");
      known.set(key, matched);
    } catch (error) {
      // too much for the child process; the book works without a match
      if (!(error instanceof AppError) || error.code !== "invalid") throw error;
      known.set(key, null);
    } finally {
      making.delete(key);
      const [oldest] = known.keys();
      if (known.size > KNOWN_MAX && oldest !== undefined) known.delete(oldest);
    }
  };

  return {
    /** Concurrent callers share one run. */
    load: async (pack: string, sound: object): Promise<void> => {
      const key = keyOf(pack, sound);
      if (known.has(key)) return;
      const made = making.get(key) ?? make(key, pack, sound);
      making.set(key, made);
      await made;
    },
    /** Null before `load`, and for what is too much. */
    known: (pack: string, sound: object): Matched | null => known.get(keyOf(pack, sound)) ?? null,
  };
}
