import { also, json, type Row, type Told } from "#tests/support/access-row.ts";

const subscription = {
  endpoint: "https://push.example.com/x",
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
};

export const told: Told = { "Browsers that get notifications": ["push_subscriptions", "push_keys", "push_sent"] };

export const rows: readonly Row[] = [
  also("GET /api/push/key", 401, 200, 200, {
    // the first call creates the keys
    to: async ({ member }) => {
      await member.call("GET", "/api/push/key");
      return "/api/push/key";
    },
  }),
  also("POST /api/profile/push", 401, 201, 201, json(subscription)),
  also("DELETE /api/profile/push", 401, 204, 204, json({ endpoint: subscription.endpoint })),
];
