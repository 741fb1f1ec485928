import type { Server } from "bun";

import type { Deps } from "#server/deps.ts";
import { readFormBody, readJsonBody } from "#server/http/body.ts";

import { callerAddress } from "./caller-address.ts";

/** Half-sent bodies from one address: a visitor's must leave connections for the others. */
const PER_ADDRESS_MAX = 50;
/** Of all visitors together, from however many addresses: 1,024 descriptors must do for everybody. */
const VISITORS_MAX = 400;
const TOO_MANY = "Too many calls at once. Please try again.";

type Sent = { request: Request; server: Server<unknown> | null };
type Kind = { isVisitor?: boolean; isForm?: boolean | undefined };
/** `isLate`: it came after its headers, perhaps minutes later. */
type Admitted = { body: unknown; isLate: boolean };

/**
 * Reads a JSON body while few others are still arriving. @throws AppError 'too-many'; 'wrong-type', 'too-large',
 * 'malformed' and 'invalid' for the body
 */
export async function readAdmittedBody(
  deps: Deps,
  { request, server }: Sent,
  { isVisitor = false, isForm = false }: Kind,
): Promise<Admitted> {
  if (request.body === null) return { body: isForm ? new FormData() : undefined, isLate: false };
  const { promise: rejected, reject } = Promise.withResolvers<never>();
  let isLate = false;
  let leave = () => {};
  // a body that came with its headers is read by then, and never counts
  const later = setImmediate(() => {
    isLate = true;
    try {
      leave = enter(deps, callerAddress(request, server, deps.config), isVisitor);
    } catch (error) {
      reject(error);
    }
  });
  try {
    const body = await Promise.race([isForm ? readFormBody(request) : readJsonBody(request), rejected]);
    return { body, isLate };
  } finally {
    clearImmediate(later);
    leave();
  }
}

/** @returns a function that leaves again. @throws AppError 'too-many' */
function enter({ inFlight }: Deps, address: string, isVisitor: boolean): () => void {
  const leave = inFlight.acquire(`body ${address}`, PER_ADDRESS_MAX, TOO_MANY);
  if (!isVisitor) return leave;
  try {
    const leaveVisitors = inFlight.acquire("strangers' bodies", VISITORS_MAX, TOO_MANY);
    return () => (leaveVisitors(), leave());
  } catch (error) {
    leave();
    throw error;
  }
}
