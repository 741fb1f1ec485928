import { expect, test } from "bun:test";

import { createPageTurns } from "./page-turns.ts";

test("doesn't close what was opened while a turn waited", async () => {
  const slide = Promise.withResolvers<void>();
  const seen: string[] = [];
  const turns = createPageTurns(
    { hurried: false },
    {
      onTurn: () => void seen.push("bars hidden"),
      turn: (direction) => {
        seen.push(direction);
        return slide.promise;
      },
    },
  );
  const both = [turns.turn("next"), turns.turn("next")];
  await Promise.resolve();
  seen.push("bars shown");
  slide.resolve();
  await Promise.all(both);
  expect(seen).toEqual(["bars hidden", "bars hidden", "next", "bars shown", "next"]);
});
