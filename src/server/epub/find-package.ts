import { createFindName, type FindName } from "./names.ts";
import { type EpubPackage, readContainerPath, readEpubPackage, XML_MAX_BYTES } from "./package.ts";
import { type openArchive, unusableEpub } from "./zip-archive.ts";

export const CONTAINER = "META-INF/container.xml";

type Archive = Awaited<ReturnType<typeof openArchive>>;

/** Reads what the book says about itself. @throws AppError invalid when it has no readable package document */
export async function readPackage(archive: Archive): Promise<{ about: EpubPackage; findName: FindName }> {
  const findName = createFindName(archive.names());
  const path = await findPackage(archive, findName);
  const xml = await archive.read(path, XML_MAX_BYTES);
  return { about: parse(path, () => readEpubPackage(xml, { path, find: findName })), findName };
}

/** As the container names it; else the only one there is. */
async function findPackage(archive: Archive, find: FindName): Promise<string> {
  const [only, ...others] = [...archive.names()].filter((name) => /(?:^|\/)[^./][^/]*\.opf$/i.test(name));
  const single = others.length === 0 ? only : undefined;
  const named = find(CONTAINER);
  if (named === null && single !== undefined) return single;
  const container = await archive.read(named ?? CONTAINER, XML_MAX_BYTES);
  try {
    const path = readContainerPath(container, find);
    return find(path) ?? single ?? path;
  } catch (error) {
    if (single !== undefined) return single;
    throw unusableEpub(`'${CONTAINER}' in it can't be read`, error);
  }
}

function parse<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw unusableEpub(`'${name.slice(0, 200)}' in it can't be read`, error);
  }
}
