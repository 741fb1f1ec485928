import { queryOptions } from "@tanstack/react-query";

import type { CreatedInvitation, Invitation, NewInvitation } from "#contract/invitations.ts";

import { client } from "./client.ts";

export const invitationsQuery = queryOptions<Invitation[]>({ queryKey: ["/api/invitations"], staleTime: 0 });

/** The only answer with the code. */
export const createInvitation = (invitation: NewInvitation) =>
  client.post<CreatedInvitation>("/api/invitations", invitation);

export const revokeInvitation = (id: number) => client.delete(`/api/invitations/${id}`);
