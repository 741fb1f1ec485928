import { VERSION } from "#server/config.ts";

import type { Command } from "./command.ts";

export const version: Command = {
  name: "version",
  summary: "prints the program's version",
  usage: "bookclub version",
  run: ({ print }) => print(VERSION),
};
