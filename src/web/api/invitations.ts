import { queryOptions } from "@tanstack/react-query";

import type { CreatedInvitation, Invitation, NewInvitation } from "#contract/invitations.ts";

import { client } from "./client.ts";

/** The invitations, newest first, with who joined by each. */
export const invitationsQuery = queryOptions<Invitation[]>({ queryKey: ["/api/invitations"], staleTime: 0 });

/** The answer is the only place where the code stands. */
export const createInvitation = (invitation: NewInvitation) =>
  client.post<CreatedInvitation>("/api/invitations", invitation);

export const revokeInvitation = (id: number) => client.delete(`/api/invitations/${id}`);
