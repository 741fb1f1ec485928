import { changesOf, type Query, rowOf } from "./query.ts";

export type PushKeys = { publicKey: string; privateKey: string };
export type PushSubscriptionRow = { endpoint: string; p256dh: string; auth: string };
type NewSubscription = PushSubscriptionRow & { userId: number; sessionId: number; now: string };

export function createPushStore({ one, oneOrNull, all, value, column, exists, run }: Query) {
  return {
    findKeys: () => oneOrNull<PushKeys>`
      SELECT public_key AS publicKey, private_key AS privateKey FROM push_keys WHERE id = 1`,
    /** Doesn't replace keys, which would break all subscriptions. */
    saveKeys: ({ publicKey, privateKey }: PushKeys) => run`
      INSERT INTO push_keys (id, public_key, private_key) VALUES (1, ${publicKey}, ${privateKey})
      ON CONFLICT DO NOTHING`,
    save: ({ userId, sessionId, endpoint, p256dh, auth, now }: NewSubscription) => run`
      INSERT INTO push_subscriptions ${rowOf({ userId, sessionId, endpoint, p256dh, auth, createdAt: now })}
      ON CONFLICT (endpoint) DO UPDATE SET ${changesOf({ userId, sessionId, p256dh, auth, refused: "" })}`,
    countOthers: (userId: number, endpoint: string) => value<number>`
      SELECT count(*) AS count FROM push_subscriptions WHERE user_id = ${userId} AND endpoint <> ${endpoint}`,
    delete: (endpoint: string) => run`DELETE FROM push_subscriptions WHERE endpoint = ${endpoint}`,
    deleteOwn: (endpoint: string, userId: number) => run`
      DELETE FROM push_subscriptions WHERE endpoint = ${endpoint} AND user_id = ${userId}`,
    list: () => all<PushSubscriptionRow & { userId: number }>`
      SELECT user_id AS userId, endpoint, p256dh, auth FROM push_subscriptions ORDER BY id`,
    updateRefusal: (endpoint: string, refused: string) => run`
      UPDATE push_subscriptions SET refused = ${refused} WHERE endpoint = ${endpoint} AND refused <> ${refused}`,
    findRefusal: (sessionId: number) => oneOrNull<{ refused: string }>`
      SELECT refused FROM push_subscriptions WHERE session_id = ${sessionId} ORDER BY id DESC LIMIT 1`,
    listRefusals: () => column<string>`SELECT refused FROM push_subscriptions WHERE refused <> '' ORDER BY id`,
    /** @returns false if it was sent before */
    markSent: (noticeKey: string, now: string) => exists`
      INSERT INTO push_sent (about, sent_at) VALUES (${noticeKey}, ${now}) ON CONFLICT DO NOTHING RETURNING about`,
    countSent: (kind: string, meetingId: number, { since, until }: { since: string; until: string }) =>
      one<{ ofMeeting: number; recent: number }>`
        SELECT count(CASE WHEN instr(about, ${`${kind}:${meetingId}:`}) = 1 THEN 1 END) AS ofMeeting,
          count(CASE WHEN sent_at > ${since} AND sent_at <= ${until} THEN 1 END) AS recent
        FROM push_sent WHERE instr(about, ${`${kind}:`}) = 1`,
    deleteSentBefore: (before: string) => run`DELETE FROM push_sent WHERE sent_at < ${before}`,
  };
}
