import { rm } from "node:fs/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const compressible = "**/*.{html,js,css,svg,json,webmanifest,txt,xml}";

/** Writes `name.br` and `name.gz` where a tenth smaller; hashed assets get Brotli alone, which saves a megabyte. */
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
