import { json, type Rows, type Told } from "#tests/support/access-row.ts";

const subscription = {
  endpoint: "https://push.example.com/x",
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
};

export const told: Told = { "Browsers that get notifications": ["push_subscriptions", "push_keys", "push_sent"] };

export const rows: Rows = {
  "GET /api/push/key": {
    // the first call creates the keys
    to: async ({ member }) => {
      await member.call("GET", "/api/push/key");
      return "/api/push/key";
    },
  },
  "POST /api/profile/push": json(subscription),
  "DELETE /api/profile/push": json({ endpoint: subscription.endpoint }),
};
