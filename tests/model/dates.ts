import * as fc from "fast-check";

import { asHost, canHost, comingOr409, dateStatus, pickMeeting, updateMeeting } from "./meeting-rules.ts";
import { action, type Call, frequent, type ModelResource, rare } from "./random-request.ts";
import { type AskedDate, dayFrom, listMembers, type Meeting, type Person, pick, type State } from "./state.ts";

const CLOCK_TIMES = ["10:00", "19:30"] as const;

/** The question for a meeting's date (BEYOND 10, 13). */
export const dates: ModelResource = {
  actions: [
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
      action("stop asking", "host", fc.nat(), (state, user, index) => {
        const meeting = pickMeeting(state, index);
        return {
          request: `DELETE /api/meetings/${meeting.id}/dates`,
          status: asHost(state, user, meeting, comingOr409(state, meeting)),
          done: () => endQuestion(meeting),
        };
      }),
    ),
    frequent(
      action("say when", "member", fc.record({ which: fc.nat(), chosen: fc.array(fc.nat(4)) }), (state, user, args) => {
        const meeting = pickMeeting(state, args.which);
        const openOptions = openDates(state, meeting);
        const chosenDates = new Set(args.chosen.map((optionIndex) => openOptions[optionIndex]));
        const isExisting = !chosenDates.has(undefined);
        const currentOr409 = comingOr409(state, meeting);
        const status = openOptions.length > 0 ? (isExisting ? 200 : 422) : 409;
        return {
          request: `PUT /api/meetings/${meeting.id}/dates/mine`,
          body: { ids: [...chosenDates].map((date) => date?.id ?? 999_999) },
          status: currentOr409 === 200 ? status : currentOr409,
          done: () => {
            meeting.datesAnswered.add(user);
            for (const date of openOptions) date.people[chosenDates.has(date) ? "add" : "delete"](user);
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
function askDates(state: State, user: Person, { which, offsets }: { which: number; offsets: number[] }): Call {
  const meeting = pickMeeting(state, which);
  const options = offsets.map((code) => ({ date: dayFrom(state, 1 + (code >> 1)), time: CLOCK_TIMES[code & 1] ?? "" }));
  return {
    request: `PUT /api/meetings/${meeting.id}/dates`,
    body: { dates: options },
    status: asHost(state, user, meeting, comingOr409(state, meeting)),
    done: ({ text }) => {
      if (openDates(state, meeting).length === 0) endQuestion(meeting);
      const returnedDates = (JSON.parse(text) as { dates: AskedDate[] }).dates;
      meeting.dates = options.toSorted(earliest).map((option, index) => {
        const remaining = meeting.dates.find(({ date, time }) => date === option.date && time === option.time);
        return remaining ?? { ...option, id: returnedDates[index]?.id ?? 0, people: new Set() };
      });
    },
  };
}

function choose(state: State, user: Person, args: { which: number; date: number }): Call {
  const meeting = pickMeeting(state, args.which);
  const chosen = pick(meeting.dates, args.date);
  const status = chosen === null ? 404 : hasPassed(state, chosen) ? 409 : dateStatus(state, user, meeting, chosen);
  const currentOr409 = comingOr409(state, meeting);
  return {
    request: `POST /api/meetings/${meeting.id}/dates/${chosen?.id ?? 999_999}/choose`,
    status: asHost(state, user, meeting, currentOr409 === 200 ? status : currentOr409),
    done: () => {
      if (!chosen) return;
      const { date, time, people } = chosen;
      for (const person of [...people].toSorted((a, b) => a.id - b.id)) {
        if (!meeting.answers.some((one) => one.by === person))
          meeting.answers.push({ by: person, answer: "yes", guests: 0, at: state.now });
      }
      const { sequence } = meeting;
      updateMeeting(state, meeting, { date, time, location: meeting.location }, user);
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

const sortNames = (people: Iterable<Person>) =>
  [...people].toSorted((a, b) => a.name.localeCompare(b.name)).map(({ name }) => ({ displayName: name }));

function question(state: State, meeting: Meeting, viewer: Person) {
  const openOptions = openDates(state, meeting);
  const answerers = openOptions.length > 0 ? meeting.datesAnswered : new Set<Person>();
  const unanswered = listMembers(state).filter((person) => !answerers.has(person));
  return {
    host: meeting.host && { displayName: meeting.host.name },
    isHost: meeting.host === viewer,
    datesAnswered: answerers.size,
    datesMine: answerers.has(viewer),
    datesAnsweredBy: openOptions.length > 0 && canHost(state, viewer, meeting) ? sortNames(answerers) : [],
    datesWaiting: openOptions.length > 0 && canHost(state, viewer, meeting) ? sortNames(unanswered) : [],
    dates: openOptions.map(({ id, date, time, people }) => ({
      id,
      date,
      time,
      can: people.size,
      people: sortNames(people),
      mine: people.has(viewer),
    })),
  };
}
