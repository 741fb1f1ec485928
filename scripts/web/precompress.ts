import { rm } from "node:fs/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const compressible = "**/*.{html,js,css,svg,json,webmanifest,txt,xml}";

/**
 * Writes `name.br` and `name.gz` beside each text file under `folder`, at the strongest setting, where that makes the
 * answer at least a tenth smaller. The server picks by Accept-Encoding and never compresses while somebody waits.
 * Of what is named by content, the code and the styles, only `name.br` stays: every browser takes it over https, and
 * the executable would carry a megabyte more; the server makes the others when one asks.
 */
export async function precompress(folder: string): Promise<void> {
  for (const name of new Bun.Glob(compressible).scanSync({ cwd: folder, absolute: true })) {
    const plain = await Bun.file(name).bytes();
    const brotli = brotliCompressSync(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    });
    const gzip = gzipSync(plain, { level: constants.Z_BEST_COMPRESSION });
    if (brotli.length < plain.length * 0.9) await Bun.write(`${name}.br`, brotli);
    if (name.includes("/assets/") && brotli.length < plain.length * 0.9) {
      await rm(name);
      continue;
    }
    if (gzip.length < plain.length * 0.9) await Bun.write(`${name}.gz`, gzip);
  }
}
