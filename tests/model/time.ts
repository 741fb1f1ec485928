import * as fc from "fast-check";

import { type Act, compare, tick } from "./random-request.ts";
import { present } from "./state.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Lets time pass without any call. */
const wait = (milliseconds: number): Act => ({
  check: () => true,
  toString: () => `wait ${milliseconds / 1000} s`,
  run: async (state, club) => tick(state, club, milliseconds),
});

/** Kills the club and restarts it. */
const restart = (): Act => ({
  check: () => true,
  toString: () => "restart",
  run: async (state, club) => {
    await club.restart();
    await compare(state, club, present(state), "a restart");
  },
});

export const waits = fc
  .constantFrom(
    MINUTE_MS / 2,
    MINUTE_MS,
    MINUTE_MS,
    11 * MINUTE_MS,
    2 * HOUR_MS,
    3 * HOUR_MS,
    30 * HOUR_MS,
    400 * HOUR_MS,
  )
  .map(wait);
export const restarts = fc.constant(null).map(restart);
