import { access, constants, mkdir, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";

import { Value } from "@sinclair/typebox/value";
import { formatInTimeZone } from "date-fns-tz";

import { BackupResult, type Backups, type NightlyBackup } from "#contract/operations.ts";
import { explainAccess } from "#db/account.ts";
import { errorCode, StorageError } from "#db/errors.ts";
import { isLinkToNothing } from "#server/adapters/disk.ts";
import { writeFully } from "#server/adapters/file-io.ts";
import type { Deps } from "#server/deps.ts";
import { isInFolders } from "#server/storage/folders.ts";

import { type Manifest, MANIFEST_FILE, parseManifest, sumBytes } from "./manifest.ts";

const NIGHT_PATTERN = /^\d{4}-\d\d-\d\d$/;

const RECORD_FILE = "record.json";
export const PARTIAL_RECORD_PREFIX = ".record-";

/** @throws StorageError if nothing can be stored in it */
export async function ensureBackupFolder({ disk }: Pick<Deps, "disk">): Promise<string> {
  const folder = disk.absolute("backups");
  const issue = await findBackupFolderIssue(folder);
  if (issue !== null) throw new StorageError(issue);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Why nothing can be stored in the folder, or null. A missing one is created. */
export async function findBackupFolderIssue(folder: string): Promise<string | null> {
  if (isLinkToNothing(folder)) return `${folder} is a link to a folder that isn't there: mount its disk.`;
  const code = await access(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => "ENOENT",
    (error: unknown) => errorCode(error),
  );
  return code === "ENOENT" ? null : `No backup can be stored in ${folder}: ${explainAccess(folder)}`;
}

export async function listBackups(deps: Pick<Deps, "disk" | "config" | "clock">): Promise<Backups> {
  const folder = deps.disk.absolute("backups");
  const { last, lastGoodAt } = await readRecord(folder);
  const issue = await findBackupFolderIssue(folder);
  const nights = issue === null ? await listNights(folder) : [];
  return {
    // a failed backup can't be recorded there
    last:
      issue === null
        ? last
        : { at: deps.clock.now().toISOString(), kind: "nightly", outcome: "failed", message: issue },
    lastGoodAt,
    nightly: deps.config.nightlyBackup,
    nights: nights.flatMap(({ name, manifest }): NightlyBackup[] => {
      if (!manifest) return [];
      const { createdAt, entries } = manifest;
      return [{ name, createdAt, bytes: sumBytes(manifest), files: entries.length }];
    }),
  };
}

/** The name of today's backup. */
export function getToday({ clock, config }: Pick<Deps, "clock" | "config">): string {
  return formatInTimeZone(clock.now(), config.clubTimeZone, "yyyy-MM-dd");
}

/** Newest first. @param folder STORAGE_DIR/backups, which may be missing */
export async function listNights(folder: string): Promise<{ name: string; manifest: Manifest | null }[]> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  const names = entries
    .filter((name) => NIGHT_PATTERN.test(name))
    .toSorted()
    .toReversed();
  return Promise.all(names.map(async (name) => ({ name, manifest: await readManifest(join(folder, name)) })));
}

/** Null if it's missing or unreadable. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => null);
  return text === null ? null : parseManifest(text);
}

export async function listIncompleteNights(folder: string): Promise<Set<string>> {
  const incompleteNights = (await listNights(folder)).filter(({ manifest }) => !manifest || !isComplete(manifest));
  return new Set(incompleteNights.map(({ name }) => name));
}

/** @param offSiteIssue why it isn't in the bucket, or empty */
export function recordCompleted(
  deps: Deps,
  kind: BackupResult["kind"],
  manifest: Pick<Manifest, "faults">,
  offSiteIssue = "",
): Promise<BackupResult> {
  const message = [describeIssues(manifest), offSiteIssue].filter(Boolean).join(" ");
  return recordBackup(deps, kind, message === "" ? "whole" : "incomplete", message, isComplete(manifest));
}

export function isComplete({ faults }: Pick<Manifest, "faults">): boolean {
  return faults.length === 0;
}

/** Stored in a file, because a restored database has only older records, and a damaged one none. */
export async function recordBackup(
  deps: Deps,
  kind: BackupResult["kind"],
  outcome: BackupResult["outcome"],
  message: string,
  isGood = false,
): Promise<BackupResult> {
  const folder = await ensureBackupFolder(deps);
  const lastResult: BackupResult = { at: deps.clock.now().toISOString(), kind, outcome, message };
  const record = { last: lastResult, lastGoodAt: isGood ? lastResult.at : (await readRecord(folder)).lastGoodAt };
  const temporaryPath = join(folder, `${PARTIAL_RECORD_PREFIX}${process.pid}`);
  await writeFully(temporaryPath, (write) => write(Buffer.from(JSON.stringify(record))), "w");
  await rename(temporaryPath, join(folder, RECORD_FILE));
  return lastResult;
}

export function describeIssues({ faults }: Pick<Manifest, "faults">): string {
  if (faults.length === 0) return "";
  const folders = faults.map(({ path }) => path).filter((path) => !path.includes("/"));
  const files = faults.filter(({ path }) => !isInFolders(folders, path) && !folders.includes(path));
  const missingFolders = folders.map((folder) => `The folder ${folder} is missing: is its disk mounted?`);
  return ["The backup is incomplete.", ...missingFolders, describeMissingFiles(files)].filter(Boolean).join(" ");
}

function describeMissingFiles(faults: Manifest["faults"]): string {
  if (faults.length === 0) return "";
  const listedFaults = faults.slice(0, 3).map(({ path, fault }) => `${path} is ${fault}`);
  const moreText = faults.length > listedFaults.length ? ` and ${faults.length - listedFaults.length} more` : "";
  return `The storage has lost files, which no backup can hold: ${listedFaults.join(", ")}${moreText}. Upload them again.`;
}

/** @param folder STORAGE_DIR/backups, which may be missing */
export async function readRecord(folder: string): Promise<Pick<Backups, "last" | "lastGoodAt">> {
  try {
    const { last, lastGoodAt } = JSON.parse(await readFile(join(folder, RECORD_FILE), "utf8"));
    return {
      last: Value.Check(BackupResult, last) ? last : null,
      lastGoodAt: typeof lastGoodAt === "string" ? lastGoodAt : null,
    };
  } catch {
    return { last: null, lastGoodAt: null };
  }
}
