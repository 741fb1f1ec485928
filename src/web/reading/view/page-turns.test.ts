import { expect, test } from "bun:test";

import { createPageTurns } from "./page-turns.ts";

test("doesn't close what was opened while a turn waited", async () => {
  const slideEnd = Promise.withResolvers<void>();
  const events: string[] = [];
  const turns = createPageTurns(
    { hurried: false },
    {
      onTurn: () => void events.push("bars hidden"),
      turn: (direction) => {
        events.push(direction);
        return slideEnd.promise;
      },
    },
  );
  const pageTurns = [turns.turn("next"), turns.turn("next")];
  await Promise.resolve();
  events.push("bars shown");
  slideEnd.resolve();
  await Promise.all(pageTurns);
  expect(events).toEqual(["bars hidden", "bars hidden", "next", "bars shown", "next"]);
});

test("turns only after the position that is being opened is shown", async () => {
  const sectionLoad = Promise.withResolvers<void>();
  const events: string[] = [];
  const turn = async (direction: string) => void events.push(direction);
  const turns = createPageTurns({ hurried: false }, { onTurn: () => undefined, turn });
  const opening = turns.enqueue(() => sectionLoad.promise.then(() => void events.push("opened")));
  const turning = turns.turn("next");
  sectionLoad.resolve();
  await Promise.all([opening, turning]);
  expect(events).toEqual(["opened", "next"]);
});
