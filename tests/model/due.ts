import { listMembers, type Nomination, type Poll, type State } from "./state.ts";

/** Closes a due vote with the ballots so far (BEYOND 4). */
export function closeDuePoll(state: State): void {
  const openPoll = state.polls.find(({ closed }) => closed === null);
  if (openPoll && openPoll.closesAt <= state.now) close(state, openPoll, openPoll.closesAt);
}

export function close(state: State, poll: Poll, closedAt: number): void {
  const ballots = [...poll.ballots.values()];
  const count = (option: Nomination) => ballots.filter((ballot) => ballot.includes(option)).length;
  poll.closed = {
    at: closedAt,
    votes: new Map(poll.options.map((option) => [option, count(option)])),
    voted: ballots.filter((ballot) => ballot.length > 0).length,
    members: listMembers(state).length,
  };
}
