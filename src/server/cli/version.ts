import { BUILD } from "#server/config.ts";

import type { Command } from "./command.ts";

export const version: Command = {
  name: "version",
  summary: "prints version and commit",
  usage: "bookclub version",
  run: ({ print }) => print(BUILD),
};
