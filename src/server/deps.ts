import type { Database } from "bun:sqlite";

import type { Usage } from "#db/counts.ts";
import { createStores, type Stores } from "#db/stores.ts";
import { type BucketCopies, createBucketCopies } from "#server/adapters/bucket.ts";
import { readApiText } from "#server/adapters/program.ts";

import { type AlignmentCache, createAlignmentCache } from "./adapters/alignment-cache.ts";
import { type Clock, systemClock } from "./adapters/clock.ts";
import { createDerivedFiles, type DerivedFiles } from "./adapters/derived-files.ts";
import { createDisk, type Disk } from "./adapters/disk.ts";
import { createImageStore, type ImageStore } from "./adapters/images.ts";
import { createIsbnSources, type IsbnSources } from "./adapters/isbn.ts";
import { createLog, type Log } from "./adapters/log.ts";
import { findMailRecords, type MailRecords } from "./adapters/mail-records.ts";
import type { Mailer } from "./adapters/mail-service.ts";
import { createMailer } from "./adapters/mailer.ts";
import { createPasswords, type Passwords } from "./adapters/passwords.ts";
import { RecentMap } from "./adapters/recent-map.ts";
import { createSandbox, type Sandbox } from "./adapters/sandbox.ts";
import { createUploadTracker, type UploadTracker } from "./adapters/upload-tracker.ts";
import type { Config } from "./config.ts";
import { createEbooks, type Ebooks } from "./epub/ebooks.ts";

/** Enough for an audiobook of a hundred hours on a busy machine. */
const ALIGNMENT_MAX_MS = 60 * 60_000;

const RECENT_USES_MAX = 10_000;

/** Dependencies of routes, jobs and commands. Tests replace some. */
export type Deps = Readonly<{
  config: Config;
  stores: Stores;
  clock: Clock;
  bucketCopies: BucketCopies;
  folders: { missing: readonly string[] };
  log: Log;
  passwords: Passwords;
  disk: Disk;
  images: ImageStore;
  sandbox: Sandbox;
  /** In another sandbox, because an alignment takes minutes. */
  alignmentFiles: DerivedFiles;
  ebooks: Ebooks;
  alignments: AlignmentCache;
  uploadTracker: UploadTracker;
  /** Usage of limits per minute. */
  recentUses: RecentMap<Usage>;
  isbn: IsbnSources;
  mailer: Mailer;
  /** Null if DNS doesn't respond. */
  findMailRecords: (domain: string) => Promise<MailRecords | null>;
  /** `start` is null in commands. `storageError` is why the outcome of a mail can't be stored. */
  delivery: { start: (() => void) | null; storageError: unknown };
  openApiJson: () => Promise<string>;
}>;

/** @param db open and migrated */
export function createDeps(config: Config, db: Database, overrides: Partial<Deps> = {}): Deps {
  const stores = createStores(db);
  const disk = overrides.disk ?? createDisk(config.storageDir, () => listReferencedPaths(config, stores));
  const sandbox = overrides.sandbox ?? createSandbox();
  const derivedFiles = createDerivedFiles(disk, sandbox);
  const log = overrides.log ?? createLog(config);
  return {
    config,
    stores,
    clock: systemClock,
    bucketCopies: createBucketCopies(),
    folders: { missing: [] },
    log,
    passwords: createPasswords(log),
    disk,
    images: createImageStore(disk, sandbox, derivedFiles),
    sandbox,
    alignmentFiles: createDerivedFiles(disk, overrides.sandbox ?? createSandbox({ timeMaxMs: ALIGNMENT_MAX_MS })),
    ebooks: createEbooks(derivedFiles, disk),
    alignments: createAlignmentCache(),
    uploadTracker: createUploadTracker(),
    recentUses: new RecentMap<Usage>(RECENT_USES_MAX),
    isbn: createIsbnSources(config),
    mailer: createMailer(config.email, config.publicUrl && new URL(config.publicUrl).hostname),
    findMailRecords,
    delivery: { start: null, storageError: null },
    openApiJson: readApiText,
    ...overrides,
  };
}

/** Paths that the database references on the disk: with MEDIA=s3, audiobooks are in the bucket. */
function listReferencedPaths({ media }: Config, stores: Stores): string[] {
  const paths = stores.listReferencedFiles().map(({ path }) => path);
  return paths.filter((path) => media === "disk" || !path.includes("/audiobook-"));
}
