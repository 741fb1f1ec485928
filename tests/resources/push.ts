import { SUBSCRIPTION } from "#tests/support/push-service.ts";
import { OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

export const resource: TestedResource = {
  before: {
    // the first call creates the keys
    "GET /api/push/key": ({ member }, _who, path) => member.call("GET", path),
  },
  bodies: {
    "DELETE /api/profile/push": { endpoint: SUBSCRIPTION.endpoint },
    "POST /api/profile/push": SUBSCRIPTION,
  },
  effects: {
    "POST /api/profile/push": OWN_ROW,
  },
  tables: {
    push_subscriptions: { privacy: "Browsers that get notifications", onDeletion: "deleted" },
    push_keys: { privacy: "Browsers that get notifications", onDeletion: "not-about-members" },
    push_sent: { privacy: "Browsers that get notifications", onDeletion: "not-about-members" },
  },
};
