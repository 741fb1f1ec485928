import type { Server } from "bun";

import type { Deps } from "#server/deps.ts";
import { readFormBody, readJsonBody } from "#server/http/body.ts";

import { getCallerAddress } from "./caller-address.ts";

const PENDING_PER_ADDRESS_MAX = 50;
/** The process has only 1,024 file descriptors. */
const PENDING_VISITORS_MAX = 400;
const TOO_MANY_MESSAGE = "Too many calls at once. Please try again.";

type IncomingRequest = { request: Request; server: Server<unknown> | null };
type BodyOptions = { isVisitor?: boolean; isForm?: boolean | undefined };
/** `isLate`: the body arrived after its headers, perhaps minutes later. */
type AdmittedBody = { body: unknown; isLate: boolean };

/** @throws AppError 'too-many' pending; 'wrong-type', 'too-large', 'malformed', 'invalid' */
export async function readAdmittedBody(
  deps: Deps,
  { request, server }: IncomingRequest,
  { isVisitor = false, isForm = false }: BodyOptions,
): Promise<AdmittedBody> {
  if (request.body === null) return { body: isForm ? new FormData() : undefined, isLate: false };
  const { promise: rejected, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const acquiredSlots: (() => void)[] = [];
  // a body that arrived with its headers is read by now, and never counts
  const countIfPending = setImmediate(() => {
    isLate = true;
    try {
      const address = getCallerAddress(request, server, deps.config);
      acquiredSlots.push(deps.uploadTracker.acquire(`body ${address}`, PENDING_PER_ADDRESS_MAX, TOO_MANY_MESSAGE));
      if (isVisitor)
        acquiredSlots.push(deps.uploadTracker.acquire("visitors' bodies", PENDING_VISITORS_MAX, TOO_MANY_MESSAGE));
    } catch (error) {
      reject(error);
    }
  });
  try {
    const body = await Promise.race([isForm ? readFormBody(request) : readJsonBody(request), rejected]);
    return { body, isLate };
  } finally {
    clearImmediate(countIfPending);
    for (const release of acquiredSlots) release();
  }
}
