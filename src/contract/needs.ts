import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { AGE_PARAMETER } from "./headers.ts";
import { NEED_MAX_LENGTH, NEED_MAX_QUANTITY, NEEDS_MAX } from "./limits.ts";
import { LineText } from "./text.ts";
import { Integer, StrictObject } from "./typebox.ts";
import { Author } from "./users.ts";

export const needCalls = () =>
  defineCalls("Meetings", "host", {
    "POST /api/meetings/:id/needs": {
      summary: "Add a need to a meeting",
      description: "Returns an existing need with the same fields that isn't claimed yet.",
      body: NewNeed,
      status: 201,
      response: Need,
      throws: { conflict: `The meeting is over, was canceled, or has ${NEEDS_MAX} needs.` },
    },
    "PATCH /api/needs/:id": {
      summary: "Update a meeting's need",
      body: NeedPatch,
      response: Need,
      throws: { conflict: "Members already bring more than the new quantity." },
    },
    "DELETE /api/needs/:id": {
      summary: "Delete a meeting's need",
    },
    "PUT /api/needs/:id/claim": {
      by: "member",
      summary: "Claim a need",
      description: "`quantity` is the total that you bring.",
      body: NewClaim,
      response: Need,
      throws: { conflict: "Less than that is left, your answer is no, or the meeting is over." },
      openApi: { parameters: [AGE_PARAMETER] },
    },
    "DELETE /api/needs/:id/claim": {
      by: "member",
      summary: "Delete your claim",
      openApi: { parameters: [AGE_PARAMETER] },
    },
  });

export const Need = Type.Object({
  id: Type.Integer(),
  what: Type.String(),
  quantity: Type.Integer(),
  left: Type.Integer(),
  claims: Type.Array(Type.Object({ user: Author, quantity: Type.Integer(), mine: Type.Boolean() })),
});

export type Need = Static<typeof Need>;

const NeedText = LineText({
  max: NEED_MAX_LENGTH,
  required: true,
  error: "Say what is needed in one line of at most # characters",
});

const Quantity = Integer(1, NEED_MAX_QUANTITY, `The quantity must be 1 to ${NEED_MAX_QUANTITY}`);

export const NewNeed = StrictObject({ what: NeedText, quantity: Quantity });

export type NewNeed = Static<typeof NewNeed>;

export const NeedPatch = Type.Partial(NewNeed, { minProperties: 1, additionalProperties: false });

export type NeedPatch = Static<typeof NeedPatch>;

export const NewClaim = StrictObject({ quantity: Quantity });
