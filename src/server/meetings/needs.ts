import { NEEDS_MAX } from "#contract/limits.ts";
import type { Need, NeedPatch, NewNeed } from "#contract/needs.ts";
import { trimText } from "#contract/text-length.ts";
import type { NeedRow } from "#db/meeting-needs.ts";
import { type Actor, type HostRule, writeAs } from "#server/access/caller.ts";
import { requireLatestChange } from "#server/access/latest-change.ts";
import type { MemberViewer } from "#server/books/visible-books.ts";
import type { Deps } from "#server/deps.ts";
import { AppError, fieldError, requireFound } from "#server/errors.ts";

import { findMeeting, requireNotOver, requireUpcoming } from "./current-meeting.ts";
import { canManageMeeting, createHostsOnlyError, requireMeetingManager } from "./host-rule.ts";
import { toNeed } from "./serialize-meeting.ts";

/** Idempotent until it's claimed: two people may add it at once (BEYOND 2). @throws AppError 'not-found'; 'conflict' */
export function createNeed(deps: Deps, actor: Actor, meetingId: number, { what, quantity }: NewNeed): Need {
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    requireNotOver(deps, requireMeetingManager(deps, author, meetingId));
    const need = { what: trimText(what), quantity };
    const needs = stores.meetingNeeds.list(meetingId);
    const identicalNeed = needs.find((one) => one.what === need.what && one.quantity === quantity && one.claimed === 0);
    if (identicalNeed) return getNeed(deps, author, identicalNeed.id);
    if (needs.length >= NEEDS_MAX)
      throw new AppError("conflict", `A meeting can need at most ${NEEDS_MAX} things. Remove one first.`);
    return getNeed(deps, author, stores.meetingNeeds.insert(meetingId, need, clock.now().toISOString()));
  });
}

export function updateNeed(deps: Deps, actor: Actor, id: number, patch: NeedPatch): Need {
  return writeAs(deps, actor, (author) => {
    const need = requireManagedNeed(deps, author, id);
    const quantity = patch.quantity ?? need.quantity;
    if (quantity < need.claimed) {
      const message = `${need.claimed} are already claimed, so you need at least that many.`;
      throw fieldError("/quantity", message, "conflict");
    }
    deps.stores.meetingNeeds.update(id, { what: trimText(patch.what) ?? need.what, quantity });
    return getNeed(deps, author, id);
  });
}

export function deleteNeed(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    requireManagedNeed(deps, author, id);
    deps.stores.meetingNeeds.delete(id);
  });
}

/** Sets a member's total. @throws AppError 'not-found'; 'conflict' if too few are left or they aren't coming */
export function claimNeed(deps: Deps, actor: Actor, id: number, quantity: number): Need {
  const { stores, clock } = deps;
  return writeAs(deps, actor, (author) => {
    const need = requireNeed(deps, id);
    requireUpcoming(deps, need.meetingId);
    if (stores.meetingAnswers.find(need.meetingId, author.id)?.answer === "no")
      throw new AppError("conflict", "You said you aren't coming. Change your answer first.");
    const claimed = stores.meetingNeeds.findClaim(id, author.id)?.quantity ?? 0;
    requireLatestChange(deps, actor, `claim ${id}`, claimed === quantity);
    const available = need.quantity - need.claimed + claimed;
    if (quantity > available) throw new AppError("conflict", formatRemaining(available));
    stores.meetingNeeds.saveClaim(need, author.id, quantity, clock.now().toISOString());
    return getNeed(deps, author, id);
  });
}

export function listUnclaimedNeeds({ stores }: Deps, meetingId: number): { what: string; left: number }[] {
  const needs = stores.meetingNeeds
    .list(meetingId)
    .map((need) => ({ what: need.what, left: need.quantity - need.claimed }));
  return needs.filter(({ left }) => left > 0);
}

export function unclaimNeed(deps: Deps, actor: Actor, id: number): void {
  writeAs(deps, actor, (author) => {
    requireNeed(deps, id);
    requireLatestChange(deps, actor, `claim ${id}`, deps.stores.meetingNeeds.findClaim(id, author.id) === null);
    deps.stores.meetingNeeds.deleteClaim(id, author.id);
  });
}

/** Returns what the member promised to bring. Call it in a transaction. */
export function deleteClaims(deps: Deps, actor: Actor, meetingId: number): void {
  const { meetingNeeds } = deps.stores;
  for (const { needId, user } of meetingNeeds.listClaims(meetingId)) {
    if (user.id !== actor.user.id) continue;
    requireLatestChange(deps, actor, `claim ${needId}`);
    meetingNeeds.deleteClaim(needId, actor.user.id);
  }
}

export const needManagerGuard = (deps: Deps): HostRule => ({
  isAllowed: (user, id) => {
    const need = deps.stores.meetingNeeds.find(id);
    return canManageMeeting(deps, user, need && findMeeting(deps, need.meetingId));
  },
  createError: createHostsOnlyError,
});

function requireManagedNeed(deps: Deps, author: MemberViewer, id: number): NeedRow {
  const need = requireNeed(deps, id);
  requireMeetingManager(deps, author, need.meetingId);
  return need;
}

function requireNeed({ stores }: Deps, id: number): NeedRow {
  return requireFound(stores.meetingNeeds.find(id), "There is no such need.");
}

function getNeed(deps: Deps, viewer: MemberViewer, id: number): Need {
  return toNeed(requireNeed(deps, id), deps.stores.meetingNeeds.listClaimsOf(id), viewer);
}

function formatRemaining(remaining: number): string {
  if (remaining === 0) return "Someone else just claimed the last one.";
  return remaining === 1 ? "Only 1 is left." : `Only ${remaining} are left.`;
}
