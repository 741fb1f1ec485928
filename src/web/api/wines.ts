import { queryOptions } from "@tanstack/react-query";

import type { NewWine, Wine, WinePatch } from "#contract/wines.ts";

import { client } from "./client.ts";

export const winesQuery = queryOptions<Wine[]>({ queryKey: ["/api/wines"], staleTime: 0 });

export const addWine = (wine: NewWine) => client.post<Wine>("/api/wines", wine);

export const changeWine = ({ id, ...patch }: WinePatch & { id: number }) =>
  client.patch<Wine>(`/api/wines/${id}`, patch);

export const removeWine = (id: number) => client.delete(`/api/wines/${id}`, { keepalive: true });

export const likeWine = (id: number) => client.put<Wine>(`/api/wines/${id}/like`);

export const unlikeWine = (id: number) => client.delete<Wine>(`/api/wines/${id}/like`);
