import { expect, test } from "bun:test";

import { attackOn } from "../../scripts/patterns/linear.ts";

const ofRegExp = ({ source, flags }: RegExp) => attackOn({ source, flags });

/** Old patterns: a display name, a post and a Range header could each block the server with one of them. */
const INVISIBLE = "\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\u2800";
const OTHER_LETTER = "(?![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\p{L}\\p{M}]";
const JOINER = [
  "(?<=\\p{Emoji})\\uFE0F",
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})",
  `(?<=${OTHER_LETTER})[\\u200C\\u200D](?=${OTHER_LETTER})`,
].join("|");
const OLD_PATTERNS: Record<string, RegExp> = {
  "display name": new RegExp(`^(?:[^${INVISIBLE}]|${JOINER})+$`, "u"),
  post: /^(?=[^]*[^\s\p{Cf}\p{Cc}])\s*[^]{0,500}\s*$/u,
  location: /^\s*[^\p{Cc}\u2028\u2029]{0,300}\s*$/u,
  "Range header": /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i,
};

for (const [name, pattern] of Object.entries(OLD_PATTERNS))
  test(`the checker finds an attack on the old pattern of a ${name}`, async () => {
    expect(await ofRegExp(pattern)).not.toBeNull();
  }, 300_000);

test("the checker lets a linear pattern pass", async () => {
  expect(await ofRegExp(/^\d{4}-(?:0[1-9]|1[0-2])$/u)).toBeNull();
}, 300_000);

test("every regular expression still runs in linear time", () => {
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "scripts/check-regexes.ts", "--all"]);
  expect([exitCode, stderr.toString()]).toEqual([0, ""]);
}, 1_800_000);
