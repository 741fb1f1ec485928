import { fontFiles, type FontName } from "#web/lib/reader-fonts.ts";
import { addMissingFile, SHELL_CACHE } from "#web/offline/worker/shell.ts";

import { canDownload } from "./copy-status.ts";
import { readStoredCopy } from "./copy.ts";

/** Also for letters that no page has shown. @throws TypeError without a network */
export async function storeReaderFont(name: FontName): Promise<void> {
  const shell = await caches.open(SHELL_CACHE);
  await Promise.all(fontFiles(name).map((file) => addMissingFile(shell, file)));
}

export async function addFontToCopy(name: FontName): Promise<void> {
  try {
    if (canDownload() && (await readStoredCopy())) await storeReaderFont(name);
  } catch {
    // offline or without storage, the reader shows a font of the device
  }
}
