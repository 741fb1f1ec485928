import { tryAsOther } from "#server/storage/try-filesystem.ts";

import type { Command } from "./command.ts";

export const tryStorage: Command = {
  name: "try-storage",
  summary: "uses a database at the same time as the server that starts",
  isHidden: true,
  usage: "bookclub try-storage FILE",
  positionals: ["FILE"],
  run: ({ positionals: [file = ""], print }) => tryAsOther(file, print),
};
