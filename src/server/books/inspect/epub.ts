import { checkEpub } from "#server/epub/check.ts";

import { cleanLine, type FileMetadata } from "./file-metadata.ts";

/** Checks an EPUB and reads its metadata. @throws AppError invalid */
export async function inspectEpub(path: string): Promise<FileMetadata> {
  const { title, author, cover, warnings } = await checkEpub(path);
  return {
    title: cleanLine(title),
    author: cleanLine(author),
    narrator: "",
    seconds: null,
    chapters: [],
    cover,
    warnings,
  };
}
