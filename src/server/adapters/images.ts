import { AppError } from "#server/errors.ts";

import type { DerivedFiles } from "./derived-files.ts";
import type { Disk } from "./disk.ts";
import { isVariant, type Variant, VARIANTS } from "./image-variants.ts";
import type { Sandbox } from "./sandbox.ts";

const STORED_PICTURE_PATH = /^\/api\/(?:covers|avatars)\/[0-9a-f]{64}\.webp$/;

export type PictureFolder = "covers" | "avatars";

export type Pictures = ReturnType<typeof createPictures>;

export function createPictures(disk: Disk, sandbox: Sandbox, derivedFiles: DerivedFiles) {
  const saveEncoded = async (webp: Uint8Array, folder: PictureFolder): Promise<string> => {
    const received = await disk.receive([webp], { maxBytes: webp.length });
    await disk.install(received, `${folder}/${received.sha256}.webp`);
    return `/api/${folder}/${received.sha256}.webp`;
  };
  return {
    saveEncoded,

    store: async (picture: Uint8Array | string, folder: PictureFolder, signal?: AbortSignal): Promise<string> => {
      if (typeof picture !== "string") {
        const file = await disk.receive([picture], { maxBytes: picture.length });
        return encode(file.path).finally(() => disk.discard(file));
      }
      return encode(picture);

      async function encode(path: string): Promise<string> {
        const webp = await sandbox.run(["picture", path], { signal });
        if (typeof webp !== "string")
          throw new AppError("invalid", "The picture is damaged. Please choose another file.");
        return saveEncoded(Buffer.from(webp, "base64"), folder);
      }
    },

    variant: (path: string, variant: Variant): Promise<string> =>
      derivedFiles.getOrCreate(variantName(path, variant), [variant, disk.absolute(path)]),

    scheduleDeletion: async (address: string | null, now: Date): Promise<void> => {
      if (address !== null && STORED_PICTURE_PATH.test(address)) await disk.scheduleDeletion(picturePath(address), now);
    },
  };
}

export function picturePath(address: string): string {
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
