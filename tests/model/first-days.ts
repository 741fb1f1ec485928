import { addDays } from "date-fns";

import { newMeeting } from "./aimed-meeting.ts";
import { addPerson, PASSWORDS } from "./members.ts";
import type { ModelClub, RealClub } from "./random-request.ts";
import { createState, dayFrom, shiftMonth, type State } from "./state.ts";

/** A club after its first days: two admins, three members, last month's and this month's book, and a future meeting. */
export async function settle({ ada }: Pick<ModelClub, "ada">, club: RealClub, now: number): Promise<State> {
  const state = createState(now);
  addPerson(state, { name: "ada", isAdmin: true }, ada);
  const make = (path: string, body: object) => club.call(ada.cookie, "POST", path, body);
  for (const [name, isAdmin] of [
    ["ben", true],
    ["cleo", false],
    ["dora", false],
    ["eli", false],
  ] as const) {
    const { id, code } = (await make("/api/invitations", { isAdmin, expiresInDays: 9 })).body;
    const expiresAt = addDays(now, 9).getTime();
    const [person] = state.people;
    state.invitations.push({
      id,
      code,
      isAdmin,
      uses: 1,
      used: 1,
      madeBy: person ?? null,
      expiresAt,
      isRevoked: false,
    });
    const body = { username: name, password: PASSWORDS[0], email: `${name}@example.org`, invitationCode: code };
    addPerson(state, { name, isAdmin }, await club.call("", "POST", "/api/auth/register", body));
  }
  for (const [title, month] of [
    ["Emma", -1],
    ["Dracula", 0],
  ] as const) {
    const book = { title, author: "An author", month: shiftMonth(state, month) };
    state.books.push({ ...book, id: (await make("/api/books", book)).body.id, synopsis: "" });
  }
  const evening = { date: dayFrom(state, 9), time: "19:30", location: "At Mia's" };
  const { id } = (await make("/api/meetings", evening)).body;
  const bookId = state.books.at(-1)?.id ?? null;
  state.meetings.push(newMeeting({ ...evening, id, bookId }));
  return state;
}
