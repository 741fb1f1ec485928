import type { Database } from "bun:sqlite";

import { createAnchorStore, createMatchStore } from "./anchors.ts";
import { createAuditStore } from "./audit.ts";
import { createBatchWrite } from "./batch-write.ts";
import { createBookmarkStore } from "./bookmarks.ts";
import { createBookStore } from "./books.ts";
import { createContentStore, createMonthMessageStore } from "./content.ts";
import { createCopyStore } from "./copies.ts";
import { createAttemptStore, createCounts, createUsageStore } from "./counts.ts";
import { createEditionStore } from "./editions.ts";
import { createAnnouncementStore, createEmailStore, createEreaderChoiceStore, createEreaderStore } from "./email.ts";
import { createMemberExport } from "./export.ts";
import { createCalendarFeedStore, createFeedStore } from "./feeds.ts";
import { createIdempotencyKeyStore } from "./idempotency-keys.ts";
import { createImportStore } from "./imports.ts";
import { createInvitationStore } from "./invitations.ts";
import { createMeetingAnswerStore } from "./meeting-answers.ts";
import { createMeetingDateStore } from "./meeting-dates.ts";
import { createMeetingNeedStore } from "./meeting-needs.ts";
import { createHostMailStore, createMeetingHostStore, createMeetingStore } from "./meetings.ts";
import { createNominationStore } from "./nominations.ts";
import { createNoteStore, createReplyStore } from "./notes.ts";
import { truncateWal, walBytes } from "./open.ts";
import { createOutboxStore } from "./outbox.ts";
import { createPaperStore } from "./paper.ts";
import { createPollStore } from "./polls.ts";
import { createBoardResetStore, createPostStore } from "./posts.ts";
import { createProgressStore, createReadingStore } from "./progress.ts";
import { createPushStore } from "./push.ts";
import { createQuery, type Query } from "./query.ts";
import {
  createOneTimeStore,
  createPasskeyStore,
  createSecretStore,
  createSetUpStore,
  createSigningKeyStore,
} from "./secrets.ts";
import { createDeviceStore, createSessionStore } from "./sessions.ts";
import { createReviewStore, createShelfStore } from "./shelf.ts";
import { copyDatabase, findDamage, listReferencedFiles } from "./snapshot.ts";
import { createPaceChoiceStore, createUserStore } from "./users.ts";
import { createWineStore } from "./wines.ts";

export type Stores = ReturnType<typeof createStores>;

export function createStores(db: Database) {
  return Object.assign(
    // preparing all statements at startup would take 5 MiB and 37 ms (decision 0030)
    lazyProperties(createQuery(db), {
      announcements: createAnnouncementStore,
      attempts: createAttemptStore,
      boardResets: createBoardResetStore,
      bookmarks: createBookmarkStore,
      audit: createAuditStore,
      books: (query: Query) => createBookStore(query, db),
      calendarFeeds: createCalendarFeedStore,
      content: createContentStore,
      copies: createCopyStore,
      devices: createDeviceStore,
      editions: (query: Query) => createEditionStore(query, db),
      email: createEmailStore,
      paceChoices: createPaceChoiceStore,
      ereaderChoices: createEreaderChoiceStore,
      ereaderBooks: createEreaderStore,
      feeds: createFeedStore,
      imports: (query: Query) => createImportStore(query, db),
      invitations: createInvitationStore,
      meetingAnswers: createMeetingAnswerStore,
      meetingDates: createMeetingDateStore,
      hostMails: createHostMailStore,
      meetingHosts: createMeetingHostStore,
      meetingNeeds: createMeetingNeedStore,
      meetings: createMeetingStore,
      monthMessages: createMonthMessageStore,
      matches: createMatchStore,
      anchors: createAnchorStore,
      nominations: createNominationStore,
      exportMember: (query: Query) => createMemberExport(query, db),
      notes: createNoteStore,
      oneTimeSecrets: createOneTimeStore,
      outbox: createOutboxStore,
      passkeys: createPasskeyStore,
      polls: createPollStore,
      posts: createPostStore,
      push: createPushStore,
      progress: createProgressStore,
      paper: createPaperStore,
      reading: createReadingStore,
      replies: createReplyStore,
      reviews: createReviewStore,
      secrets: createSecretStore,
      idempotencyKeys: createIdempotencyKeyStore,
      sessions: createSessionStore,
      setUp: createSetUpStore,
      shelf: createShelfStore,
      signingKey: createSigningKeyStore,
      usage: createUsageStore,
      users: createUserStore,
      wines: createWineStore,
      count: createCounts,
    }),
    {
      /** @throws SQLite's error if the database isn't writable */
      probeWrite: () => {
        db.run("SAVEPOINT probe");
        try {
          db.run("UPDATE content SET id = 1 WHERE id = 1");
        } finally {
          db.run("ROLLBACK TO probe; RELEASE probe");
        }
      },
      copyTo: (path: string) => copyDatabase(db, path),
      findDamage: () => findDamage(db),
      truncateWal: () => truncateWal(db),
      walBytes: () => walBytes(db),
      listReferencedFiles: () => listReferencedFiles(db),
      batchWrite: createBatchWrite(db),
      /** `work` must not be async, because it would commit at the first await. Services use `writeAs`. */
      transaction: <Result>(work: () => Result): Result => db.transaction(work).immediate(),
    },
  );
}

type StoreFactories<Source> = Record<string, (source: Source) => unknown>;

/** An object whose properties are created from `source` when they're first read. */
export function lazyProperties<Source, Given extends StoreFactories<Source>>(
  source: Source,
  factories: Given,
): { readonly [Name in keyof Given]: ReturnType<Given[Name]> };
export function lazyProperties<Source>(source: Source, factories: StoreFactories<Source>): object {
  const properties = {};
  for (const [name, create] of Object.entries(factories))
    Object.defineProperty(properties, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = create(source);
        Object.defineProperty(properties, name, { value });
        return value;
      },
    });
  return properties;
}
