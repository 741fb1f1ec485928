import type { Entry } from "yauzl";

const UTF8_FLAG = 0x800;
/** A field that has the name in UTF-8, which yauzl reads. */
const UNICODE_PATH = 0x7075;
const CONTAINER = /^(.*\/)?meta-inf\/container\.xml$/i;

/**
 * Entries by the names that a book's documents mean: without `./` and doubled slashes, in UTF-8 where a program didn't
 * say that it wrote UTF-8, and without the one folder that a Mac zips around everything.
 */
export function nameEntries(entries: readonly Entry[]): Map<string, Entry> {
  const named = entries.map((entry): [string, Entry] => [plain(nameOf(entry)), entry]);
  const prefixes = named.flatMap(([name]) => CONTAINER.exec(name)?.[1] ?? (CONTAINER.test(name) ? "" : []));
  const folder = prefixes.length === 1 ? (prefixes[0] ?? "") : "";
  const byName = new Map<string, Entry>();
  for (const [name, entry] of named) byName.set(name.startsWith(folder) ? name.slice(folder.length) : name, entry);
  return byName;
}

function nameOf({ fileName, fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  if ((generalPurposeBitFlag & UTF8_FLAG) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH)) return fileName;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(fileNameRaw).replaceAll("\\", "/");
  } catch {
    return fileName;
  }
}

function plain(name: string): string {
  const parts = name.split("/");
  return parts.filter((part, index) => part !== "." && (part !== "" || index === parts.length - 1)).join("/");
}
