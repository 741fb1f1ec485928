import { createFindName, type FindName } from "./names.ts";
import { type EpubPackage, readContainerPath, readEpubPackage, XML_MAX_BYTES } from "./package.ts";
import { unusableEpub } from "./refusal.ts";
import type { openArchive } from "./zip-archive.ts";

export const CONTAINER = "META-INF/container.xml";

type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Reads what the book says about itself. @throws AppError invalid when it has no readable package document */
export async function readPackage(archive: Archive): Promise<{ about: EpubPackage; findName: FindName }> {
  const findName = createFindName(archive.names());
  const container = await archive.read(findName(CONTAINER) ?? CONTAINER, XML_MAX_BYTES);
  const named = parse(CONTAINER, () => readContainerPath(container, findName));
  const only = [...archive.names()].filter((name) => /\.opf$/i.test(name));
  const path = findName(named) ?? (only.length === 1 ? (only[0] ?? named) : named);
  const xml = await archive.read(path, XML_MAX_BYTES);
  return { about: parse(path, () => readEpubPackage(xml, { path, find: findName })), findName };
}

function parse<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw unusableEpub(`'${name.slice(0, 200)}' in it can't be read`, error);
  }
}
