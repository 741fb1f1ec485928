import { expect } from "bun:test";
import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

import type { RunningClub } from "./executable.ts";
import type { signedIn } from "./large-upload.ts";

/** What a running club has on disk and serves while files are uploaded: temp files, open files, the audiobook. */
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
    /** SHA-256 of the audiobook as it is served. */
    downloadHash: async (): Promise<string> => {
      const response = await download();
      expect(response.status).toBe(200);
      const hasher = new Bun.CryptoHasher("sha256");
      for await (const chunk of response.body ?? []) hasher.update(chunk);
      return hasher.digest("hex");
    },
  };
}
