import * as fc from "fast-check";

import { board } from "./board.ts";
import { books } from "./books.ts";
import { dates } from "./dates.ts";
import { settle } from "./first-days.ts";
import { hosts } from "./hosts.ts";
import { meetings } from "./meetings.ts";
import { members } from "./members.ts";
import { needs } from "./needs.ts";
import { places } from "./places.ts";
import { type Act, type Answer, modelNouns, type RealClub } from "./random-request.ts";
import { shelf } from "./shelf.ts";
import { talk } from "./talk.ts";
import { restarts, waits } from "./time.ts";
import { votes } from "./votes.ts";
import { wines } from "./wines.ts";

const NOUNS = [members, books, meetings, dates, hosts, needs, board, shelf, votes, talk, wines, places];

/** A new club with its first admin, `ada`, and how to close it. */
export type ModelClub = RealClub & { ada: Answer; end: () => Promise<void> };

export const STARTS_AT = Date.parse("2026-03-10T12:00:00Z");

/**
 * Has members and admins act at random, and compares all that three of them see with the model after each step; shrinks
 * a difference to the shortest way there, unless that takes too long. Makes `runs` runs of at most `length` steps, each
 * in a new club. @returns how many writes were made and accepted, and how often the club was killed
 */
export async function checkModel(
  open: () => Promise<ModelClub>,
  { length, runs, seed, shrinks = true }: { length: number; runs: number; seed: number; shrinks?: boolean },
): Promise<{ writes: number; accepted: number; kills: number }> {
  modelNouns(NOUNS);
  const tally = { writes: 0, accepted: 0, kills: 0 };
  const weighted = fc.oneof(
    ...NOUNS.flatMap(({ acts }) => acts),
    { weight: 20, arbitrary: waits },
    { weight: 5, arbitrary: restarts },
  );
  // without the bias to short runs
  const commands = fc.noBias(fc.commands([weighted], { maxCommands: length, size: "max" }));
  const follow = async (steps: Iterable<Act>) => {
    const club = await open();
    const call: RealClub["call"] = async (cookie, method, path, body) => {
      const answer = await club.call(cookie, method, path, body);
      if (method !== "GET") tally.writes += 1;
      if (method !== "GET" && answer.status < 300) tally.accepted += 1;
      return answer;
    };
    const setup = async () => {
      const restart = () => {
        tally.kills += 1;
        return club.restart();
      };
      const real = { ...club, call, restart };
      return { model: await settle(club, real, STARTS_AT), real };
    };
    try {
      await fc.asyncModelRun(setup, steps);
    } finally {
      await club.end();
    }
  };
  await fc.assert(fc.asyncProperty(commands, follow), { numRuns: runs, seed, endOnFailure: !shrinks });
  return tally;
}
