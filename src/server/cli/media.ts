import { pluralize } from "#contract/counts.ts";
import type { Deps } from "#server/deps.ts";
import { isInFolders } from "#server/storage/folders.ts";
import { fetchBucketInventory } from "#server/storage/media.ts";
import { type MoveResult, moveToBucket, moveToDisk } from "#server/storage/move-media.ts";
import { findMissingOrTruncatedFiles } from "#server/storage/stored-files.ts";

import { type Command, formatBytes, TaskError, withExistingClub, withProgress } from "./command.ts";

export const mediaToS3: Command = {
  summary: "moves books' files to the bucket",
  usage: `bookclub media to-s3

Set MEDIA=s3 and restart the club first; the running server then does the same for new uploads. Each file is copied, read
back and compared by its hash; then an audiobook's copy here is removed. eBooks stay here as well: the reader opens them.
Stop it at any moment and run it again: it continues with what is left. Members don't notice.`,
  run: ({ environment, print, printError }) =>
    withExistingClub(environment, async (deps) => {
      if (deps.config.media !== "s3")
        throw new TaskError("Set MEDIA=s3 and restart the club first: pages don't play from the bucket yet.");
      const moveResult = await withProgress("Copying and reading back", (report) => moveToBucket(deps, report));
      requireNoErrors({ ...moveResult, errors: [...moveResult.errors, ...(await findLostFiles(deps))] }, printError);
      print(`${summary(moveResult)} to the bucket. All books are there.`);
    }),
};

export const mediaToDisk: Command = {
  summary: "moves books' files back from the bucket",
  usage: `bookclub media to-disk

Set MEDIA=disk and restart the club first: until all are here it serves the rest from the bucket. Each file is compared by
its hash before it takes its place. The bucket keeps its copies, for backups.
Stop it at any moment and run it again: it continues with what is left. Members don't notice.`,
  run: ({ environment, print, printError }) =>
    withExistingClub(environment, async (deps) => {
      const { s3, media } = deps.config;
      if (!s3) throw new TaskError("There is no bucket: set S3_BUCKET and the settings beside it.");
      const moveResult = await withProgress("Fetching", (report) => moveToDisk(deps, report));
      if (media === "s3")
        printError("MEDIA is still s3: set MEDIA=disk and restart the club, or it moves audiobooks back.");
      requireNoErrors(moveResult, printError);
      print(`${summary(moveResult)} to this disk. All books are here.`);
    }),
};

/** Without its disk, the folder looks as if all files had been moved. */
async function findLostFiles(deps: Deps): Promise<string[]> {
  const files = await findMissingOrTruncatedFiles(deps, await fetchBucketInventory(deps));
  return files
    .filter(({ path, found }) => isInFolders(["books"], path) && found === null)
    .map(
      ({ path }) => `${path} is neither here nor in the bucket: mount its disk, upload it again, or restore a backup.`,
    );
}

const summary = ({ fileCount, bytes }: MoveResult) => `Moved ${pluralize(fileCount, "file")} (${formatBytes(bytes)})`;

function requireNoErrors(result: MoveResult, printError: (line: string) => void): void {
  if (result.errors.length === 0) return;
  for (const error of result.errors) printError(error);
  throw new TaskError(`${summary(result)}; ${pluralize(result.errors.length, "file")} couldn't be moved.`);
}
