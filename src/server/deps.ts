import type { Database } from "bun:sqlite";

import type { Usage } from "#db/counts.ts";
import { createStores, type Stores } from "#db/stores.ts";
import { type BucketCopies, createBucketCopies } from "#server/adapters/bucket.ts";
import { readApiText } from "#server/adapters/program.ts";

import { type AlignmentCache, createAlignmentCache } from "./adapters/alignment-cache.ts";
import {
  type Clock,
  createInstantAt,
  createMonthAt,
  type InstantAt,
  type MonthAt,
  systemClock,
} from "./adapters/clock.ts";
import { createDerivedFiles, type DerivedFiles } from "./adapters/derived-files.ts";
import { createDisk, type Disk } from "./adapters/disk.ts";
import { createPictures, picturePath, type Pictures } from "./adapters/images.ts";
import { createIsbnSources, type IsbnSources } from "./adapters/isbn.ts";
import { createLog, type Log } from "./adapters/log.ts";
import { findMailRecords, type MailRecords } from "./adapters/mail-records.ts";
import type { Mailer } from "./adapters/mail-service.ts";
import { createMailer } from "./adapters/mailer.ts";
import { createNotifier, type Notifier } from "./adapters/notifier.ts";
import { createPasswords, type Passwords } from "./adapters/passwords.ts";
import { RecentMap } from "./adapters/recent-map.ts";
import { createSandbox, type Sandbox } from "./adapters/sandbox.ts";
import { createUploadTracker, type InFlight } from "./adapters/upload-tracker.ts";
import type { Config } from "./config.ts";
import { createEbooks, type Ebooks } from "./epub/ebooks.ts";

/** A hundred hours of sound, on a busy machine. */
const LISTENING_MAX_MS = 60 * 60_000;

/** More than all members use within a minute. */
const RECENT_USES_MAX = 10_000;

/** What routes, jobs and commands work with; made once by `main`, and by tests with their own parts. */
export type Deps = Readonly<{
  config: Config;
  stores: Stores;
  clock: Clock;
  monthAt: MonthAt;
  /** A time on the club's clock, as yyyy-MM-ddTHH:mm. */
  instantAt: InstantAt;
  bucketCopies: BucketCopies;
  /** Folders of members' files that weren't there when they were last looked for. */
  folders: { missing: readonly string[] };
  log: Log;
  passwords: Passwords;
  disk: Disk;
  pictures: Pictures;
  sandbox: Sandbox;
  /** What a child process makes of stored files in minutes, so no upload waits for it. */
  alignmentFiles: DerivedFiles;
  ebooks: Ebooks;
  alignments: AlignmentCache;
  inFlight: InFlight;
  /** Uses of what is limited by the minute. */
  recentUses: RecentMap<Usage>;
  isbn: IsbnSources;
  mailer: Mailer;
  /** What a domain's DNS says about its mail; null where DNS doesn't answer. */
  mailRecords: (domain: string) => Promise<MailRecords | null>;
  /** Rung when mail was queued. */
  outboxNotifier: Notifier;
  /** The API's description, as JSON. */
  openApiJson: () => Promise<string>;
}>;

/** @param db open and migrated */
export function createDeps(config: Config, db: Database, own: Partial<Deps> = {}): Deps {
  const stores = createStores(db);
  const disk = own.disk ?? createDisk(config.storageDir, () => listNamed(config, stores));
  const sandbox = own.sandbox ?? createSandbox();
  const prepared = createDerivedFiles(disk, sandbox);
  const log = own.log ?? createLog(config);
  return {
    config,
    stores,
    clock: systemClock,
    monthAt: createMonthAt(config.clubTimeZone),
    instantAt: createInstantAt(config.clubTimeZone),
    bucketCopies: createBucketCopies(),
    folders: { missing: [] },
    log,
    passwords: createPasswords(log),
    disk,
    pictures: createPictures(disk, sandbox, prepared),
    sandbox,
    alignmentFiles: createDerivedFiles(disk, own.sandbox ?? createSandbox({ timeMaxMs: LISTENING_MAX_MS })),
    ebooks: createEbooks(prepared, disk),
    alignments: createAlignmentCache(),
    inFlight: createUploadTracker(),
    recentUses: new RecentMap<Usage>(RECENT_USES_MAX),
    isbn: createIsbnSources(config),
    mailer: createMailer(config.email, config.publicUrl && new URL(config.publicUrl).hostname),
    mailRecords: findMailRecords,
    outboxNotifier: createNotifier(),
    openApiJson: readApiText,
    ...own,
  };
}

/** Paths that the database names and the disk should have: with MEDIA=s3, audiobooks are in the bucket. */
function listNamed({ media }: Config, stores: Stores): string[] {
  const { files, pictures } = stores.listNamedFiles();
  const books = files.map(({ path }) => path).filter((path) => media === "disk" || !path.includes("/audiobook-"));
  return [...books, ...pictures.map(picturePath)];
}
