import { NewPushSubscription, PushEndpoint, PushKey, PushSubscribed } from "#contract/push.ts";
import { guardedRoutes } from "#server/access/guards.ts";
import type { Deps } from "#server/deps.ts";
import { done, NO_CONTENT } from "#server/http/no-content.ts";

import { showPushKey, subscribe, unsubscribe } from "./push.ts";

export const pushRoutes = (deps: Deps) =>
  guardedRoutes(deps, { name: "push", tag: "Notifications" })
    .get("/api/push/key", ({ by }) => showPushKey(deps, by), {
      member: true,
      detail: {
        summary: "Show the key to subscribe to notifications",
        description: "`refused` is what the service of this browser said of the last notice, unless it took it.",
      },
      response: PushKey,
    })
    .post("/api/profile/push", ({ by, body, status }) => status(201, subscribe(deps, by, body)), {
      member: true,
      detail: { summary: "Switch on notifications for a browser", description: "With its PushSubscription as JSON." },
      throws: { conflict: "Too many of your browsers get notifications." },
      body: NewPushSubscription,
      response: { 201: PushSubscribed },
    })
    .delete("/api/profile/push", ({ by, body, status }) => status(204, done(unsubscribe(deps, by, body))), {
      member: true,
      detail: { summary: "Switch off notifications for a browser" },
      body: PushEndpoint,
      response: NO_CONTENT,
    });
