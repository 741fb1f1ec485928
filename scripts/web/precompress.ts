import { rm } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";

const compressible = "**/*.{html,js,css,svg,json,webmanifest,txt,xml}";
/** The server adds the club's name to these. */
const readAsText = /\/(?:index\.html|manifest\.webmanifest)$/;

/** Replaces files by `name.br` if that is a tenth smaller; the server creates other encodings. */
export async function precompress(folder: string): Promise<void> {
  for (const name of new Bun.Glob(compressible).scanSync({ cwd: folder, absolute: true })) {
    if (readAsText.test(name)) continue;
    const plainBytes = await Bun.file(name).bytes();
    const brotliBytes = brotliCompressSync(plainBytes, { params: { [constants.BROTLI_PARAM_LGBLOCK]: 24 } });
    if (brotliBytes.length >= plainBytes.length * 0.9) continue;
    await Bun.write(`${name}.br`, brotliBytes);
    await rm(name);
  }
}
