import type { Database } from "bun:sqlite";

import type { Usage } from "#db/counts.ts";
import { createStores, type Stores } from "#db/stores.ts";
import { createBucketCopies } from "#server/adapters/bucket.ts";
import { readApiText } from "#server/adapters/program.ts";

import { createAlignmentCache } from "./adapters/alignment-cache.ts";
import { systemClock } from "./adapters/clock.ts";
import { createDerivedFiles } from "./adapters/derived-files.ts";
import { createDisk, type Disk } from "./adapters/disk.ts";
import { createImageStore } from "./adapters/images.ts";
import { createIsbnSources } from "./adapters/isbn.ts";
import { createLog, type Log } from "./adapters/log.ts";
import { findMailRecords } from "./adapters/mail-records.ts";
import { createMailer } from "./adapters/mailer.ts";
import { createPasswords } from "./adapters/passwords.ts";
import { RecentMap } from "./adapters/recent-map.ts";
import { createSandbox, type Sandbox } from "./adapters/sandbox.ts";
import { createUploadTracker } from "./adapters/upload-tracker.ts";
import type { Config } from "./config.ts";
import { createEbooks } from "./epub/ebooks.ts";

/** Enough for an audiobook of a hundred hours on a busy machine. */
const ALIGNMENT_CPU_MAX_MS = 30 * 60_000;

const RECENT_USES_MAX = 10_000;

/** Dependencies of routes, jobs and commands. */
export type Deps = Readonly<ReturnType<typeof createDefaults>>;

/** @param db open and migrated @param overrides what tests replace */
export function createDeps(config: Config, db: Database, overrides: Partial<Deps> = {}): Deps {
  return { ...createDefaults(config, db, overrides), ...overrides };
}

/** @param overrides those that the other dependencies are created from */
function createDefaults(config: Config, db: Database, overrides: { disk?: Disk; sandbox?: Sandbox; log?: Log }) {
  const stores = createStores(db);
  const { disk = createDisk(config.storageDir, () => listReferencedPaths(config, stores)) } = overrides;
  const { sandbox = createSandbox(), log = createLog(config) } = overrides;
  const derivedFiles = createDerivedFiles(disk, sandbox);
  const folders: { missing: readonly string[] } = { missing: [] };
  /** `start` is null in commands. `storageError` is why the outcome of a mail can't be stored. */
  const delivery: { start: (() => void) | null; storageError: unknown } = { start: null, storageError: null };
  return {
    config,
    stores,
    clock: systemClock,
    bucketCopies: createBucketCopies(),
    folders,
    log,
    passwords: createPasswords(log),
    disk,
    images: createImageStore(disk, sandbox, derivedFiles),
    sandbox,
    /** In another sandbox, because an alignment takes minutes. */
    alignmentFiles: createDerivedFiles(disk, overrides.sandbox ?? createSandbox({ cpuMaxMs: ALIGNMENT_CPU_MAX_MS })),
    ebooks: createEbooks(derivedFiles, disk),
    alignments: createAlignmentCache(),
    uploadTracker: createUploadTracker(),
    /** Usage of limits per minute. */
    recentUses: new RecentMap<Usage>(RECENT_USES_MAX),
    isbn: createIsbnSources(config),
    mailer: createMailer(config.email, config.publicUrl && new URL(config.publicUrl).hostname),
    /** Null if DNS doesn't respond. */
    findMailRecords: (domain: string) => findMailRecords(domain),
    delivery,
    openApiJson: readApiText,
  };
}

/** Paths that the database references on the disk: with MEDIA=s3, audiobooks are in the bucket. */
function listReferencedPaths({ media }: Config, stores: Stores): string[] {
  const paths = stores.listReferencedFiles().map(({ path }) => path);
  return paths.filter((path) => media === "disk" || !path.includes("/audiobook-"));
}
