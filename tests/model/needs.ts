import * as fc from "fast-check";

import { claimedQuantity, claimOf, claimsOf, learnId, writePost } from "./claims.ts";
import { asHost } from "./meeting-rules.ts";
import { action, callAbout, frequent, type ModelResource, rare } from "./random-request.ts";
import {
  currentMeeting,
  drop,
  isOver,
  type Meeting,
  type Need,
  type Person,
  pick,
  type Post,
  type State,
} from "./state.ts";

/** Needs and their claims (BEYOND 2). */
export const needs: ModelResource = {
  actions: [
    frequent(
      action(
        "need something",
        "host",
        fc.record({
          which: fc.nat(),
          what: fc.constantFrom("Cheese", "Chairs"),
          quantity: fc.integer({ min: 1, max: 3 }),
        }),
        (state, user, { which, ...wish }) => {
          const meeting = which % 4 > 0 ? currentMeeting(state) : pick(state.meetings, which);
          return (
            meeting && {
              request: `POST /api/meetings/${meeting.id}/needs`,
              body: wish,
              status: asHost(state, user, meeting, isComing(state, meeting) ? 201 : 409),
              done: ({ body: { id } }) => {
                const isIdentical = (need: Need) =>
                  need.meeting === meeting &&
                  need.what === wish.what &&
                  need.quantity === wish.quantity &&
                  claimedQuantity(state, need) === 0;
                if (!state.needs.some(isIdentical)) state.needs.push({ id, meeting, ...wish });
              },
            }
          );
        },
      ),
    ),
    action(
      "need more or less",
      "host",
      fc.record({ which: fc.nat(), quantity: fc.integer({ min: 1, max: 4 }) }),
      (state, user, { which, quantity }) =>
        callAbout(pick(state.needs, which), (need) => ({
          request: `PATCH /api/needs/${need.id}`,
          body: { quantity },
          status: asHost(state, user, need.meeting, quantity < claimedQuantity(state, need) ? 409 : 200),
          done: () => void (need.quantity = quantity),
        })),
    ),
    rare(
      action("need nothing", "host", fc.nat(), (state, user, index) => {
        const need = pick(state.needs, index);
        const request = `DELETE /api/needs/${need?.id ?? state.deleted.needs.at(-1) ?? 999_999}`;
        if (!need || index % 9 > 3) return need ? null : { request, status: user.isAdmin ? 404 : 403 };
        const isTheirs = ({ claim }: Post) => claim?.need === need;
        return {
          request,
          status: asHost(state, user, need.meeting, 204),
          done: () => {
            drop(state.needs, (one) => one === need);
            for (const posts of [state.posts, ...state.resets.map((reset) => reset.posts)]) drop(posts, isTheirs);
            state.deleted.needs.push(need.id);
          },
        };
      }),
    ),
    frequent(
      action(
        "claim",
        "member",
        fc.record({ which: fc.nat(), quantity: fc.integer({ min: 1, max: 3 }) }),
        (state, user, { which, quantity }) => {
          const need = pick(state.needs, which);
          if (!need) return null;
          const { meeting } = need;
          const ownClaim = claimOf(state, need, user);
          const freeQuantity = need.quantity - claimedQuantity(state, need) + (ownClaim?.claim?.quantity ?? 0);
          const saysNo = meeting.answers.some((one) => one.by === user && one.answer === "no");
          return {
            request: `PUT /api/needs/${need.id}/claim`,
            body: { quantity },
            status: isComing(state, meeting) && !saysNo && quantity <= freeQuantity ? 200 : 409,
            done: async (_answer, fetch) => {
              if (ownClaim?.claim) ownClaim.claim.quantity = quantity;
              else
                await learnId(writePost(state, { by: user, content: "", meeting, claim: { need, quantity } }), fetch);
            },
          };
        },
      ),
    ),
    action("give a claim back", "member", fc.nat(), (state, user, index) =>
      callAbout(pick(state.needs, index), (need) => ({
        request: `DELETE /api/needs/${need.id}/claim`,
        status: 204,
        done: () => drop(state.posts, (post) => post === claimOf(state, need, user)),
      })),
    ),
  ],
  reads: () => [],
};

const isComing = (state: State, meeting: Meeting): boolean => !isOver(state, meeting) && !meeting.isCancelled;

export function needsOf(state: State, meeting: Meeting, viewer: Person) {
  return state.needs
    .filter((need) => need.meeting === meeting)
    .map((need) => ({
      id: need.id,
      what: need.what,
      quantity: need.quantity,
      left: need.quantity - claimedQuantity(state, need),
      claims: claimsOf(state, need)
        .toSorted((a, b) => a.order - b.order)
        .map(({ by, claim }) => ({ user: { displayName: by.name }, quantity: claim?.quantity, mine: by === viewer })),
    }));
}
