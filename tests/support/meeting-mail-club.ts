import type { Meeting } from "#contract/meetings.ts";
import { queueDueMail } from "#server/mail/due-mail.ts";

import type { Person } from "./club.ts";
import { perTest, standIn } from "./each-club.ts";
import { jsonOf } from "./json.ts";
import { createMailClub } from "./mail-club.ts";

/** When the reminder for the meeting of `plan` is due. */
export const REMINDER_DUE = "2026-12-14T14:00:00Z";

/** For each test, a club with email on December 10, an admin (ada) and two members, all of whom get mail. */
export function eachMeetingMailClub() {
  const club = perTest(() => createMailClub({ now: "2026-12-10T12:00:00Z", members: 2 }));
  const [ada, mia, ben] = [() => club.chief, () => club.people[0], () => club.people[1]].map((find) =>
    standIn<Person>(find),
  ) as [Person, Person, Person];
  return {
    club,
    ada,
    mia,
    ben,
    plan: (fields: object = {}): Promise<Meeting> =>
      jsonOf(
        ada.call("POST", "/api/meetings", { date: "2026-12-16", time: "19:00", location: "The cellar", ...fields }),
      ),
    /** Sends mail that is due at this time. */
    look: async (time: string): Promise<void> => {
      club.setTime(time);
      await queueDueMail(club.deps);
      await club.quiet();
    },
  };
}
