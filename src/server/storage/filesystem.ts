import { statfsSync } from "node:fs";

import { tryFilesystem } from "./try-filesystem.ts";

/** Linux's numbers of file systems on this machine's own disks, and in its memory. */
const LOCAL = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0xca451a4e, 0x52654973, 0x3153464a, 0x01021994, 0x858458f6,
  0x794c7630,
]);

/** Network drives: what another machine does can't be tried from here (https://www.sqlite.org/wal.html). */
const NETWORK = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "SMB"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x6b414653, "AFS"],
  [0x00c36400, "Ceph"],
]);

/** Where databases have been damaged: folders that a host shares with its guests, and disks of several machines. */
const SHARED = new Map([
  [0x01021997, "9P"],
  [0x65735546, "FUSE or virtiofs"],
  [0x786f4256, "vboxsf"],
  [0xbacbacbc, "vmhgfs"],
  [0x47504653, "GPFS"],
  [0x0bd00bd0, "Lustre"],
  [0x7461636f, "OCFS2"],
  [0x01161970, "GFS2"],
]);

/** A sentence for operators; `isUnsafe`: the server must not start. */
type Doubt = { isUnsafe: boolean; message: string };

/**
 * What keeps a database from being safe in the folder, or may; null for nothing. What SQLite needs is tried, except where
 * it's known. @param attempt for tests
 */
export async function findFilesystemDoubt(storageDir: string, attempt = tryFilesystem): Promise<Doubt | null> {
  const kind = kindOf(storageDir);
  const network = NETWORK.get(kind);
  const folder = `The storage folder ${storageDir} is on`;
  if (network !== undefined)
    return unsafe(
      `${folder} a network drive (${network}), which can damage a database: set STORAGE_DIR to a local disk.`,
    );
  if (LOCAL.has(kind) || process.platform === "win32") return null;
  const shared = SHARED.get(kind);
  const name = shared === undefined ? "" : ` (${shared})`;
  const result = await attempt(storageDir);
  if (result === "fails")
    return unsafe(
      `${folder} a disk${name} where two programs can't share a database safely: set STORAGE_DIR to a local disk.`,
    );
  if (shared === undefined) return null;
  if (result === "unknown")
    return unsafe(`${folder} a shared disk${name}, which can damage a database: set STORAGE_DIR to a local disk.`);
  const message = `${folder} a shared disk${name}. Here two programs can lock and read a database, but on such disks some were damaged: a local disk is safer.`;
  return { isUnsafe: false, message };
}

/** Linux's number; 0 where there is none. */
function kindOf(storageDir: string): number {
  return process.platform === "linux" ? Number(statfsSync(storageDir).type) >>> 0 : 0;
}

const unsafe = (message: string): Doubt => ({ isUnsafe: true, message });
