import { requireRow } from "./errors.ts";
import type { Query } from "./query.ts";

export type PushKeys = { publicKey: string; privateKey: string };
export type PushSubscriptionRow = { endpoint: string; p256dh: string; auth: string };

export function createPushStore(query: Query) {
  const findKeys = query<PushKeys>(
    `SELECT public_key AS publicKey, private_key AS privateKey FROM push_keys WHERE id = 1`,
  );
  const saveKeys = query(
    `INSERT INTO push_keys (id, public_key, private_key) VALUES (1, $publicKey, $privateKey) ON CONFLICT DO NOTHING`,
  );
  const save = query(
    `INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
     VALUES ($userId, $sessionId, $endpoint, $p256dh, $auth, $now)
     ON CONFLICT (endpoint) DO UPDATE SET user_id = $userId, session_id = $sessionId, p256dh = $p256dh, auth = $auth,
       refused = ''`,
  );
  const countOthers = query<{ count: number }>(
    `SELECT count(*) AS count FROM push_subscriptions WHERE user_id = $userId AND endpoint <> $endpoint`,
  );
  const remove = query(`DELETE FROM push_subscriptions WHERE endpoint = $endpoint`);
  const removeOwn = query(`DELETE FROM push_subscriptions WHERE endpoint = $endpoint AND user_id = $userId`);
  const list = query<PushSubscriptionRow & { userId: number }>(
    `SELECT user_id AS userId, endpoint, p256dh, auth FROM push_subscriptions ORDER BY id`,
  );
  const updateRefusal = query(
    `UPDATE push_subscriptions SET refused = $refused WHERE endpoint = $endpoint AND refused <> $refused`,
  );
  const findRefusal = query<{ refused: string }>(
    `SELECT refused FROM push_subscriptions WHERE session_id = $sessionId ORDER BY id DESC LIMIT 1`,
  );
  const listRefusals = query<{ refused: string }>(
    `SELECT refused FROM push_subscriptions WHERE refused <> '' ORDER BY id`,
  );
  const markSent = query<{ about: string }>(
    `INSERT INTO push_sent (about, sent_at) VALUES ($about, $now) ON CONFLICT DO NOTHING RETURNING about`,
  );
  const countSent = query<{ count: number }>(
    `SELECT count(*) AS count FROM push_sent
     WHERE instr(about, $prefix) = 1 AND sent_at > $since AND sent_at <= $until`,
  );
  const deleteSentBefore = query(`DELETE FROM push_sent WHERE sent_at < $before`);

  return {
    findKeys: () => findKeys.get(),
    /** Doesn't replace keys, which would break all subscriptions. */
    saveKeys: (keys: PushKeys) => void saveKeys.run(keys),
    save: (subscription: PushSubscriptionRow & { userId: number; sessionId: number; now: string }) =>
      void save.run(subscription),
    countOthers: (userId: number, endpoint: string) => countOthers.get({ userId, endpoint })?.count ?? 0,
    remove: (endpoint: string) => void remove.run({ endpoint }),
    removeOwn: (endpoint: string, userId: number) => void removeOwn.run({ endpoint, userId }),
    list: () => list.all(),
    updateRefusal: (endpoint: string, refused: string) => void updateRefusal.run({ endpoint, refused }),
    findRefusal: (sessionId: number) => findRefusal.get({ sessionId }),
    listRefusals: () => listRefusals.all().map(({ refused }) => refused),
    /** @returns false if it was sent before */
    markSent: (about: string, now: string) => markSent.get({ about, now }) !== null,
    countSent: (prefix: string, { since, until }: { since: string; until: string }) =>
      requireRow(countSent.get({ prefix, since, until })).count,
    deleteSentBefore: (before: string) => void deleteSentBefore.run({ before }),
  };
}
