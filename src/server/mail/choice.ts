import { createHmac, timingSafeEqual } from "node:crypto";

import type { Deps } from "#server/deps.ts";

/** Sets whether a member gets the monthly mail; one that waits to go out to them is taken back. */
export function chooseMonthlyMail(deps: Deps, userId: number, wants: boolean): void {
  deps.stores.users.updateMailChoice(userId, wants);
  if (!wants) deps.stores.outbox.unqueue(userId);
}

/** The token of the link that ends the monthly mail for one member. It never expires, and can do nothing else. */
export function unsubscribeToken(deps: Deps, userId: number): string {
  return `${userId}.${signature(deps, userId)}`;
}

/** Whose token that is, or null when we did not make it or the member is gone. */
export function readUnsubscribeToken(deps: Deps, token: string): number | null {
  const [, id, signed] = /^(\d{1,10})\.([\w-]{1,64})$/.exec(token) ?? [];
  if (id === undefined || signed === undefined) return null;
  const expected = Buffer.from(signature(deps, Number(id)));
  const given = Buffer.from(signed);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return deps.stores.users.find(Number(id)) ? Number(id) : null;
}

function signature(deps: Deps, userId: number): string {
  return createHmac("sha256", deps.stores.email.unsubscribeKey()).update(`unsubscribe:${userId}`).digest("base64url");
}
