import { type Static, Type } from "@sinclair/typebox";

import { defineCalls } from "./call.ts";
import { ExactText, PatternText } from "./text.ts";
import { Nullable } from "./typebox.ts";

const Endpoint = ExactText({ min: 1, max: 1000, error: "Not a push service's address" });

export const PushKey = Type.Object({
  publicKey: Type.String(),
  isOn: Type.Boolean(),
  refused: Type.Optional(Type.String()),
});
export type PushKey = Static<typeof PushKey>;

export const NewPushSubscription = Type.Object(
  {
    endpoint: Endpoint,
    expirationTime: Type.Optional(Nullable(Type.Number())),
    keys: Type.Object({
      p256dh: PatternText(/^[\w-]{80,90}=?$/u, { max: 91, error: "Not a subscription's key" }),
      auth: PatternText(/^[\w-]{20,26}={0,2}$/u, { max: 28, error: "Not a subscription's secret" }),
    }),
  },
  { error: "Not a push subscription" },
);
export type NewPushSubscription = Static<typeof NewPushSubscription>;

export const PushSubscribed = Type.Object({ endpoint: Type.String() });

export const PushEndpoint = Type.Object({ endpoint: Endpoint });
export type PushEndpoint = Static<typeof PushEndpoint>;

/** Contains no text of notes, and nothing that isn't for all members. */
export type PushNotice = { title: string; body: string; path: string };

export const pushCalls = () =>
  defineCalls("Notifications", "member", {
    "GET /api/push/key": {
      summary: "Get the key to subscribe to notifications",
      description:
        "`isOn` is true while this session's browser gets notifications, which its push service may end. `refused` is that service's reason if it rejected the last one.",
      response: PushKey,
    },
    "POST /api/profile/push": {
      summary: "Turn on notifications for a browser",
      description: "The body is the browser's PushSubscription as JSON.",
      body: NewPushSubscription,
      status: 201,
      response: PushSubscribed,
      throws: { conflict: "Too many of your browsers get notifications." },
    },
    "DELETE /api/profile/push": {
      summary: "Turn off notifications for a browser",
      body: PushEndpoint,
    },
  });
