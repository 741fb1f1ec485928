import { expect } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

import type { RunningClub } from "./executable.ts";
import type { signedIn } from "./large-upload.ts";

/** A running club's temporary files, open files and served audiobook during uploads. */
export function watchUploads(club: RunningClub, { cookie, bookId }: Awaited<ReturnType<typeof signedIn>>) {
  const download = () => fetch(`${club.url}/api/download/audiobook/${bookId}`, { headers: { cookie } });
  return {
    inTmp: () => readdirSync(join(club.storageDir, "tmp")),
    /** Uploads and books that the server has open. */
    openFiles: () =>
      readdirSync(`/proc/${club.pid()}/fd`).filter((fd) => {
        try {
          return /\/(?:tmp\/\d+-|books\/)/.test(readlinkSync(`/proc/${club.pid()}/fd/${fd}`));
        } catch {
          return false;
        }
      }),
    download,
    downloadHash: async (): Promise<string> => {
      const response = await download();
      expect(response.status).toBe(200);
      const hasher = new Bun.CryptoHasher("sha256");
      for await (const chunk of response.body ?? []) hasher.update(chunk);
      return hasher.digest("hex");
    },
  };
}
