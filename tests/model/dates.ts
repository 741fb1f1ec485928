import * as fc from "fast-check";

import { aimAt, changeMeeting, comingOr409, datedBy, mayRun, runs } from "./meeting-rules.ts";
import { action, type Call, frequent, type ModelResource, rare } from "./random-request.ts";
import { type AskedDate, dayFrom, listMembers, type Meeting, type Person, pick, type State } from "./state.ts";

const CLOCK_TIMES = ["10:00", "19:30"] as const;

/** The question for a meeting's date (BEYOND 10, 13). */
export const dates: ModelResource = {
  acts: [
    frequent(
      action(
        "ask for a date",
        "host",
        fc.record({
          which: fc.nat(),
          offsets: fc.uniqueArray(fc.nat(7), { minLength: 2, maxLength: 5 }),
        }),
        askDates,
      ),
    ),
    rare(
      action("stop asking", "host", fc.nat(), (state, by, which) => {
        const meeting = aimAt(state, which);
        return {
          request: `DELETE /api/meetings/${meeting.id}/dates`,
          status: runs(state, by, meeting, comingOr409(state, meeting)),
          done: () => endQuestion(meeting),
        };
      }),
    ),
    frequent(
      action("say when", "member", fc.record({ which: fc.nat(), chosen: fc.array(fc.nat(4)) }), (state, by, wish) => {
        const meeting = aimAt(state, wish.which);
        const open = openDates(state, meeting);
        const chosen = new Set(wish.chosen.map((at) => open[at]));
        const isExisting = !chosen.has(undefined);
        const currentOr409 = comingOr409(state, meeting);
        const status = open.length > 0 ? (isExisting ? 200 : 422) : 409;
        return {
          request: `PUT /api/meetings/${meeting.id}/dates/mine`,
          body: { ids: [...chosen].map((date) => date?.id ?? 999_999) },
          status: currentOr409 === 200 ? status : currentOr409,
          done: () => {
            meeting.datesAnswered.add(by);
            for (const date of open) date.people[chosen.has(date) ? "add" : "delete"](by);
          },
        };
      }),
    ),
    action("choose a date", "host", fc.record({ which: fc.nat(), date: fc.nat(4) }), choose),
  ],
  deleteMember: (state, person) => {
    for (const meeting of state.meetings) {
      meeting.datesAnswered.delete(person);
      for (const { people } of meeting.dates) people.delete(person);
    }
  },
  reads: (state, viewer) =>
    state.meetings.slice(-2).map((meeting) => ({
      path: `/api/meetings/${meeting.id}`,
      answers: question(state, meeting, viewer),
    })),
};

/** Existing dates keep their answers; a poll that is over has none. */
function askDates(state: State, by: Person, { which, offsets }: { which: number; offsets: number[] }): Call {
  const meeting = aimAt(state, which);
  const options = offsets.map((wish) => ({ date: dayFrom(state, 1 + (wish >> 1)), time: CLOCK_TIMES[wish & 1] ?? "" }));
  return {
    request: `PUT /api/meetings/${meeting.id}/dates`,
    body: { dates: options },
    status: runs(state, by, meeting, comingOr409(state, meeting)),
    done: ({ text }) => {
      if (openDates(state, meeting).length === 0) endQuestion(meeting);
      const shown = (JSON.parse(text) as { dates: AskedDate[] }).dates;
      meeting.dates = options.toSorted(earliest).map((option, index) => {
        const remaining = meeting.dates.find(({ date, time }) => date === option.date && time === option.time);
        return remaining ?? { ...option, id: shown[index]?.id ?? 0, people: new Set() };
      });
    },
  };
}

function choose(state: State, by: Person, wish: { which: number; date: number }): Call {
  const meeting = aimAt(state, wish.which);
  const chosen = pick(meeting.dates, wish.date);
  const status = chosen === null ? 404 : hasPassed(state, chosen) ? 409 : datedBy(state, by, meeting, chosen);
  const currentOr409 = comingOr409(state, meeting);
  return {
    request: `POST /api/meetings/${meeting.id}/dates/${chosen?.id ?? 999_999}/choose`,
    status: runs(state, by, meeting, currentOr409 === 200 ? status : currentOr409),
    done: () => {
      if (!chosen) return;
      const { date, time, people } = chosen;
      for (const person of [...people].toSorted((a, b) => a.id - b.id)) {
        if (!meeting.answers.some((one) => one.by === person))
          meeting.answers.push({ by: person, answer: "yes", guests: 0, at: state.now });
      }
      const { sequence } = meeting;
      changeMeeting(state, meeting, { date, time, location: meeting.location }, by);
      // also if the meeting had this date already
      meeting.sequence = sequence + 1;
      endQuestion(meeting);
    },
  };
}

function endQuestion(meeting: Meeting): void {
  meeting.dates = [];
  meeting.datesAnswered.clear();
}

const earliest = (a: Pick<AskedDate, "date" | "time">, b: Pick<AskedDate, "date" | "time">): number =>
  `${a.date}${a.time}`.localeCompare(`${b.date}${b.time}`);

const hasPassed = ({ now }: State, { date, time }: AskedDate): boolean => Date.parse(`${date}T${time}:00Z`) <= now;

/** Empty once all have passed. */
function openDates(state: State, meeting: Meeting): AskedDate[] {
  return meeting.dates.every((date) => hasPassed(state, date)) ? [] : meeting.dates;
}

const named = (people: Iterable<Person>) =>
  [...people].toSorted((a, b) => a.name.localeCompare(b.name)).map(({ name }) => ({ displayName: name }));

function question(state: State, meeting: Meeting, viewer: Person) {
  const open = openDates(state, meeting);
  const answered = open.length > 0 ? meeting.datesAnswered : new Set<Person>();
  const unanswered = listMembers(state).filter((person) => !answered.has(person));
  return {
    host: meeting.host && { displayName: meeting.host.name },
    isHost: meeting.host === viewer,
    datesAnswered: answered.size,
    datesMine: answered.has(viewer),
    datesAnsweredBy: open.length > 0 && mayRun(state, viewer, meeting) ? named(answered) : [],
    datesWaiting: open.length > 0 && mayRun(state, viewer, meeting) ? named(unanswered) : [],
    dates: open.map(({ id, date, time, people }) => ({
      id,
      date,
      time,
      can: people.size,
      people: named(people),
      mine: people.has(viewer),
    })),
  };
}
