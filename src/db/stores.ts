import type { Database } from "bun:sqlite";
import { statSync } from "node:fs";

import { createAnchorStore, createMatchStore } from "./alignment.ts";
import { createAuditStore } from "./audit.ts";
import { createBatchWrite } from "./batch-write.ts";
import { createBookmarkStore } from "./bookmarks.ts";
import { createBookStore } from "./books.ts";
import { createContentStores } from "./content.ts";
import { createCopyStore } from "./copies.ts";
import { createCounts, createLimitStores } from "./counts.ts";
import { createEditionStore } from "./editions.ts";
import { createEmailStore, createMailStores } from "./email.ts";
import { StorageError } from "./errors.ts";
import { createMemberExport } from "./export.ts";
import { createFeedStores } from "./feeds.ts";
import { createIdempotencyKeyStore } from "./idempotency-keys.ts";
import { createImportStore } from "./imports.ts";
import { createInvitationStore } from "./invitations.ts";
import { createMeetingAnswerStore } from "./meeting-answers.ts";
import { createMeetingDateStore } from "./meeting-dates.ts";
import { createMeetingNeedStore } from "./meeting-needs.ts";
import { createHostStores, createMeetingStore } from "./meetings.ts";
import { createNominationStore } from "./nominations.ts";
import { createNoteStore, createReplyStore } from "./notes.ts";
import { truncateWal, walBytes } from "./open.ts";
import { createOutboxStore } from "./outbox.ts";
import { createPaperStore } from "./paper.ts";
import { createPollStore } from "./polls.ts";
import { createBoardResetStore, createPostStore } from "./posts.ts";
import { createProgressStore, createReadingStore } from "./progress.ts";
import { createPushStore } from "./push.ts";
import { createQuery } from "./query.ts";
import { createCredentialStores, createSecretStore } from "./secrets.ts";
import { createDeviceStore, createSessionStore } from "./sessions.ts";
import { createReviewStore, createShelfStore } from "./shelf.ts";
import { copyDatabase, findDamage, listReferencedFiles } from "./snapshot.ts";
import { createUserStore } from "./users.ts";
import { createWineStore } from "./wines.ts";

const LOST_ADVICE = "nothing is saved anymore. Stop the server, and put the right file in its place.";

export type Stores = ReturnType<typeof createStores>;

export function createStores(db: Database) {
  const query = createQuery(db);
  const inodes = findInodes(db);
  const requireOwnFiles = () => {
    if (findInodes(db) !== inodes)
      throw new StorageError(
        `${db.filename}, or its -wal or -shm file, was moved, deleted or replaced while the server used it: ${LOST_ADVICE}`,
      );
  };
  const checked =
    <Result>(work: () => Result) =>
    () => {
      requireOwnFiles();
      return work();
    };
  const batchWrite = createBatchWrite(db);
  return {
    boardResets: createBoardResetStore(query),
    bookmarks: createBookmarkStore(query),
    audit: createAuditStore(query),
    books: createBookStore(query),
    copies: createCopyStore(query),
    devices: createDeviceStore(query),
    editions: createEditionStore(query),
    email: createEmailStore(query),
    imports: createImportStore(query),
    invitations: createInvitationStore(query),
    meetingAnswers: createMeetingAnswerStore(query),
    meetingDates: createMeetingDateStore(query),
    meetingNeeds: createMeetingNeedStore(query),
    meetings: createMeetingStore(query),
    matches: createMatchStore(query),
    anchors: createAnchorStore(query),
    nominations: createNominationStore(query),
    exportMember: createMemberExport(query),
    notes: createNoteStore(query),
    outbox: createOutboxStore(query),
    polls: createPollStore(query),
    posts: createPostStore(query),
    push: createPushStore(query),
    progress: createProgressStore(query),
    paper: createPaperStore(query),
    reading: createReadingStore(query),
    replies: createReplyStore(query),
    reviews: createReviewStore(query),
    secrets: createSecretStore(query),
    idempotencyKeys: createIdempotencyKeyStore(query),
    sessions: createSessionStore(query),
    shelf: createShelfStore(query),
    users: createUserStore(query),
    wines: createWineStore(query),
    ...createCredentialStores(query),
    ...createHostStores(query),
    ...createFeedStores(query),
    ...createMailStores(query),
    ...createLimitStores(query),
    ...createContentStores(query),
    count: createCounts(query),
    /** @throws SQLite's error if the database isn't writable; StorageError if one of its files is no longer there */
    probeWrite: () => {
      requireOwnFiles();
      try {
        db.run("SAVEPOINT probe");
        try {
          db.run("UPDATE content SET id = 1 WHERE id = 1");
        } finally {
          db.run("ROLLBACK TO probe; RELEASE probe");
        }
      } catch (error) {
        // In a transaction that is left open, nothing that is written later would be committed.
        if (db.inTransaction) db.run("ROLLBACK");
        throw error;
      }
    },
    copyTo: (path: string) => copyDatabase(db, path),
    findDamage: () => findDamage(db),
    truncateWal: () => truncateWal(db),
    walBytes: () => walBytes(db),
    listReferencedFiles: () => listReferencedFiles(db),
    batchWrite: <Result>(write: () => Result) => batchWrite(checked(write)),
    /** `work` must not be async, because it would commit at the first await. Services use `writeAs`. */
    transaction: <Result>(work: () => Result): Result => db.transaction(checked(work)).immediate(),
  };
}

/** SQLite keeps writing to deleted files. */
function findInodes({ filename }: Database): string {
  return ["", "-wal", "-shm"].map((suffix) => statSync(filename + suffix, { throwIfNoEntry: false })?.ino).join();
}
