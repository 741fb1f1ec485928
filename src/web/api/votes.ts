import { queryOptions } from "@tanstack/react-query";

import type { Book } from "#contract/books.ts";
import type { NewNomination, Nomination, NominationPatch } from "#contract/nominations.ts";
import type { Adoption, NewPoll, Poll } from "#contract/polls.ts";

import { client } from "./client.ts";

export const nominationsQuery = queryOptions<Nomination[]>({ queryKey: ["/api/nominations"], staleTime: 0 });

/** Until a week after it closed; null without one. */
export const pollQuery = queryOptions<Poll | null>({ queryKey: ["/api/polls/current"], staleTime: 0 });

export const nominate = (nomination: NewNomination) => client.post<Nomination>("/api/nominations", nomination);

export const changeNomination = ({ id, ...patch }: NominationPatch & { id: number }) =>
  client.patch<Nomination>(`/api/nominations/${id}`, patch);

export const removeNomination = (id: number) => client.delete(`/api/nominations/${id}`, { keepalive: true });

export const openPoll = (poll: NewPoll) => client.post<Poll>("/api/polls", poll);

export const vote = ({ id, nominationIds }: { id: number; nominationIds: number[] }) =>
  client.put<Poll>(`/api/polls/${id}/ballot`, { nominationIds });

export const closePoll = (id: number) => client.post<Poll>(`/api/polls/${id}/close`);

/** Without a month, for the vote's. */
export const adoptBook = ({ id, ...adoption }: Adoption & { id: number }) =>
  client.post<Book>(`/api/polls/${id}/adopt`, adoption);
