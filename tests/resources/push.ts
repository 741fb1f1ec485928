import { OWN_ROW, type TestedResource } from "#tests/support/tested-resource.ts";

const subscription = {
  endpoint: "https://push.example.com/x",
  keys: {
    p256dh: "BATKETZw8UQ_8m_HUcSG_upp5O47L9YuK6Q3PxXLurpeyRtb5QRTBryRX1iAIEaDyZuJ7LZ-o5cbcIRlUDvUSQA",
    auth: "a".repeat(22),
  },
};

export const resource: TestedResource = {
  before: {
    // the first call creates the keys
    "GET /api/push/key": ({ member }, _who, path) => member.call("GET", path),
  },
  bodies: {
    "DELETE /api/profile/push": { endpoint: subscription.endpoint },
    "POST /api/profile/push": subscription,
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
