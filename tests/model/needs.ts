import * as fc from "fast-check";

import { claimed, claimOf, claimsOf, learnId, writePost } from "./claims.ts";
import { runs } from "./meeting-rules.ts";
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
  acts: [
    frequent(
      action(
        "need something",
        "host",
        fc.record({
          which: fc.nat(),
          what: fc.constantFrom("Cheese", "Chairs"),
          quantity: fc.integer({ min: 1, max: 3 }),
        }),
        (state, by, { which, ...wish }) => {
          const meeting = which % 4 > 0 ? currentMeeting(state) : pick(state.meetings, which);
          return (
            meeting && {
              request: `POST /api/meetings/${meeting.id}/needs`,
              body: wish,
              status: runs(state, by, meeting, isComing(state, meeting) ? 201 : 409),
              done: ({ body: { id } }) => {
                const isIdentical = (need: Need) =>
                  need.meeting === meeting &&
                  need.what === wish.what &&
                  need.quantity === wish.quantity &&
                  claimed(state, need) === 0;
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
      (state, by, { which, quantity }) =>
        callAbout(pick(state.needs, which), (need) => ({
          request: `PATCH /api/needs/${need.id}`,
          body: { quantity },
          status: runs(state, by, need.meeting, quantity < claimed(state, need) ? 409 : 200),
          done: () => void (need.quantity = quantity),
        })),
    ),
    rare(
      action("need nothing", "host", fc.nat(), (state, by, which) => {
        const need = pick(state.needs, which);
        const request = `DELETE /api/needs/${need?.id ?? state.deleted.needs.at(-1) ?? 999_999}`;
        if (!need || which % 9 > 3) return need ? null : { request, status: by.isAdmin ? 404 : 403 };
        const isTheirs = ({ claim }: Post) => claim?.need === need;
        return {
          request,
          status: runs(state, by, need.meeting, 204),
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
        (state, by, { which, quantity }) => {
          const need = pick(state.needs, which);
          if (!need) return null;
          const { meeting } = need;
          const ownClaim = claimOf(state, need, by);
          const free = need.quantity - claimed(state, need) + (ownClaim?.claim?.quantity ?? 0);
          const saysNo = meeting.answers.some((one) => one.by === by && one.answer === "no");
          return {
            request: `PUT /api/needs/${need.id}/claim`,
            body: { quantity },
            status: isComing(state, meeting) && !saysNo && quantity <= free ? 200 : 409,
            done: async (_answer, fetch) => {
              if (ownClaim?.claim) ownClaim.claim.quantity = quantity;
              else await learnId(writePost(state, { by, content: "", meeting, claim: { need, quantity } }), fetch);
            },
          };
        },
      ),
    ),
    action("give a claim back", "member", fc.nat(), (state, by, which) =>
      callAbout(pick(state.needs, which), (need) => ({
        request: `DELETE /api/needs/${need.id}/claim`,
        status: 204,
        done: () => drop(state.posts, (post) => post === claimOf(state, need, by)),
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
      left: need.quantity - claimed(state, need),
      claims: claimsOf(state, need)
        .toSorted((a, b) => a.order - b.order)
        .map(({ by, claim }) => ({ user: { displayName: by.name }, quantity: claim?.quantity, mine: by === viewer })),
    }));
}
