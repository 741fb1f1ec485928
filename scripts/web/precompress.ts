import { rm } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const compressible = "**/*.{html,js,css,svg,json,webmanifest,txt,xml}";
/** The server reads these as text, to write the club's name into them. */
const readAsText = /\/(?:index\.html|manifest\.webmanifest)$/;

/**
 * Writes only `name.br` where that is a tenth smaller; the server creates the plain text and gzip for the few who ask.
 */
export async function precompress(folder: string): Promise<void> {
  for (const name of new Bun.Glob(compressible).scanSync({ cwd: folder, absolute: true })) {
    if (readAsText.test(name)) continue;
    const plain = await Bun.file(name).bytes();
    const brotli = brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        // 64 KB: smaller blocks fit our minified code better
        [constants.BROTLI_PARAM_LGBLOCK]: 16,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    });
    if (brotli.length >= plain.length * 0.9) continue;
    await Bun.write(`${name}.br`, brotli);
    await rm(name);
  }
}
