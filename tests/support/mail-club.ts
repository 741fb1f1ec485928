import type { MonthlyRun } from "#contract/email.ts";
import { imagePath } from "#server/adapters/images.ts";
import type { Deps } from "#server/deps.ts";
import { deliverMail } from "#server/mail/delivery.ts";

import { createClub, type SavedClub } from "./club.ts";
import { type MailService, startMailService } from "./mail-service.ts";
import { until } from "./poll-until.ts";
import { decodeQuotedPrintable } from "./ses-server.ts";

/** A club with email on and an admin who wants no monthly mail, so only `members` get one. Call `close` at the end. */
export async function createMailClub({
  now = "2026-12-01T14:00:00Z",
  members = 3,
  ses: givenSes,
  environment = {},
  own = {},
  saved,
}: {
  now?: string;
  members?: number;
  ses?: MailService;
  environment?: Record<string, string>;
  own?: Partial<Deps>;
  saved?: SavedClub | undefined;
} = {}) {
  const ses = givenSes ?? (await startMailService());
  const club = await createClub({ now, environment: { ...ses.environment, ...environment }, own, saved });
  const admin = club.admin();
  club.deps.stores.users.updateChoices(admin.user.id, {
    wantsMonthlyMail: false,
    wantsMeetingMail: false,
    wantsAnnouncements: false,
  });
  const people = Array.from({ length: members }, (_, index) => club.member(`m${index}`));
  club.deps.stores.email.enable(true, "2020-01-01T00:00:00.000Z");
  const run = async (): Promise<MonthlyRun> => (await admin.call("GET", "/api/email/run")).json();
  return {
    ...club,
    ses,
    chief: admin,
    people,
    run,
    /** Waits for background delivery to finish. */
    settled: (): Promise<MonthlyRun> => until(run, ({ running, pause }) => !running || pause !== null),
    /** Waits until background delivery of every kind is done. */
    quiet: (): Promise<unknown> => {
      const { outbox } = club.deps.stores;
      return until(
        () => outbox.hasQueued() || outbox.hasSending(),
        (isBusy) => !isBusy,
      );
    },
    deliver: () => deliverMail(club.deps),
    /** The text of each sent mail, decoded. */
    mails: () => ses.accepted.map(({ raw }) => decodeQuotedPrintable(raw)),
    /** Addresses for which a mail was accepted, sorted. */
    reached: () => ses.accepted.map(({ to }) => to).toSorted(),
    /** Stores a plain image as a cover. @returns its path */
    cover: async (): Promise<string> => {
      const address = `/api/covers/${"a".repeat(64)}.webp`;
      const pngBytes = Buffer.from(RED_PIXEL, "base64");
      await Bun.write(club.deps.disk.absolute(imagePath(address)), await new Bun.Image(pngBytes).webp().bytes());
      return address;
    },
    close: () => {
      ses.close();
      club.close();
    },
  };
}

export type MailClub = Awaited<ReturnType<typeof createMailClub>>;

const RED_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
