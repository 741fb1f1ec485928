import { AppError } from "#server/errors.ts";

import type { DerivedFiles } from "./derived-files.ts";
import type { Disk } from "./disk.ts";
import { isVariant, type Variant, VARIANTS } from "./image-variants.ts";
import type { Sandbox } from "./sandbox.ts";

const STORED_IMAGE_PATH = /^\/api\/(?:covers|avatars)\/[0-9a-f]{64}\.webp$/;

export type ImageFolder = "covers" | "avatars";

export type ImageStore = ReturnType<typeof createImageStore>;

export function createImageStore(disk: Disk, sandbox: Sandbox, derivedFiles: DerivedFiles) {
  const saveEncoded = async (webp: Uint8Array, folder: ImageFolder): Promise<string> => {
    const received = await disk.receive([webp], { maxBytes: webp.length });
    await disk.install(received, `${folder}/${received.sha256}.webp`);
    return `/api/${folder}/${received.sha256}.webp`;
  };
  return {
    saveEncoded,

    store: async (image: Uint8Array | string, folder: ImageFolder, signal?: AbortSignal): Promise<string> => {
      if (typeof image !== "string") {
        const file = await disk.receive([image], { maxBytes: image.length });
        return encode(file.path).finally(() => disk.discard(file));
      }
      return encode(image);

      async function encode(path: string): Promise<string> {
        const webp = await sandbox.run(["image", path], { signal });
        if (typeof webp !== "string")
          throw new AppError("invalid", "The picture is damaged. Please choose another file.");
        return saveEncoded(Buffer.from(webp, "base64"), folder);
      }
    },

    variant: (path: string, variant: Variant): Promise<string> =>
      derivedFiles.getOrCreate(variantName(path, variant), [variant, disk.absolute(path)]),

    scheduleDeletion: async (address: string | null, now: Date): Promise<void> => {
      if (address !== null && STORED_IMAGE_PATH.test(address)) await disk.scheduleDeletion(imagePath(address), now);
    },
  };
}

export function imagePath(address: string): string {
  return address.replace(/^\/api\//, "");
}

export function variantNames(path: string): string[] {
  return Object.keys(VARIANTS)
    .filter(isVariant)
    .map((variant) => variantName(path, variant));
}

function variantName(path: string, variant: Variant): string {
  return `${path.replace(/\.webp$/, "")}-${variant}.${VARIANTS[variant]}`;
}
