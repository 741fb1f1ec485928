import { queryOptions } from "@tanstack/react-query";

import type { NewNote, NewReply, Note, NoteCount, NotePatch, Notes, Reply, ReplyPatch } from "#contract/notes.ts";
import type { Reached } from "#contract/place.ts";

import { client } from "./client.ts";

export const notesQuery = (bookId: number) =>
  queryOptions<Notes>({
    queryKey: [`/api/books/${bookId}/notes`],
    staleTime: 0,
    refetchOnMount: "always",
    refetchOnWindowFocus: "always",
  });

export const questionsQuery = (bookId: number) =>
  queryOptions<Notes>({ queryKey: [`/api/books/${bookId}/notes?kind=question`], staleTime: 60_000 });

/** How much others have written that the member may read; refetched at most once a minute. */
export const noteCountQuery = (bookId: number) =>
  queryOptions<NoteCount>({
    queryKey: [`/api/books/${bookId}/notes/count`],
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });

export const addNote = ({ bookId, ...note }: NewNote & { bookId: number }) =>
  client.post<Note>(`/api/books/${bookId}/notes`, note);

export const changeNote = ({ id, ...patch }: NotePatch & { id: number }) =>
  client.patch<Note>(`/api/notes/${id}`, patch);

export const removeNote = (id: number) => client.delete(`/api/notes/${id}`, { keepalive: true });

export const addHeart = (id: number) => client.put<Note>(`/api/notes/${id}/heart`, {});

export const removeHeart = (id: number) => client.delete(`/api/notes/${id}/heart`);

export const addReply = ({ noteId, ...reply }: NewReply & { noteId: number }) =>
  client.post<Reply>(`/api/notes/${noteId}/replies`, reply);

export const changeReply = ({ id, text }: ReplyPatch & { id: number }) =>
  client.patch<Reply>(`/api/replies/${id}`, { text });

export const removeReply = (id: number) => client.delete(`/api/replies/${id}`, { keepalive: true });

export const saveReached = ({ bookId, ...reached }: Reached & { bookId: number }) =>
  client.put<{ reached: number }>(`/api/books/${bookId}/reached`, reached);

export const openTalk = (bookId: number) => client.post<{ open: boolean }>(`/api/books/${bookId}/notes/open`, {});
