import { SESSION_EXPIRED } from "#web/api/failure-reason.ts";

export type Failure = {
  name: string;
  message?: string;
  status?: number;
  /** Never resolves if nothing arrives before the page's timeout. */
  answer: (body: unknown, init: RequestInit) => Promise<Response>;
};

const createFailure = (status: number, message: string): Failure => ({
  name: `${status} with a sentence`,
  status,
  message,
  answer: async () => Response.json({ message }, { status }),
});

export const NO_RESPONSE: Failure = {
  name: "no answer",
  answer: (_, { signal }) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
};

/** Every failure of a call (X06). */
export const FAILURES: readonly Failure[] = [
  createFailure(401, "You are not signed in."),
  createFailure(403, "Only admins may do this."),
  createFailure(404, "Nothing here."),
  createFailure(413, "This is more than the club takes."),
  createFailure(429, "Too many tries. Please wait a minute."),
  { name: "500 with nothing", status: 500, answer: async () => new Response("", { status: 500 }) },
  { name: "a web page with 200", answer: async () => new Response("<!doctype html><title>Hotel Wi-Fi</title>") },
  { name: "a bare value", answer: async () => new Response("0") },
  { name: "half an answer", answer: async () => new Response('{"id":1,"title":"The Wi') },
  NO_RESPONSE,
  { name: "no network", answer: () => Promise.reject(new TypeError("Failed to fetch")) },
];

/** Returns undefined if the screen shows nothing. */
export type MessageFor = (failure: Failure) => string | undefined;

/** The server's message, otherwise … (SPEC 8). */
export const serverFirst =
  (defaultMessage: string): MessageFor =>
  ({ status, message }) =>
    status === 401 ? `${defaultMessage} ${SESSION_EXPIRED}` : (message ?? defaultMessage);

/** SPEC 8's text, then the reason. */
export const withReason =
  (defaultMessage: string): MessageFor =>
  ({ status, message }) => {
    if (status === 401) return `${defaultMessage} ${SESSION_EXPIRED}`;
    if (status !== undefined) return `${defaultMessage} ${message ?? ""}`.trim();
    return `${defaultMessage} Check your connection and try again.`;
  };

export const ownForm =
  (defaultMessage: string): MessageFor =>
  ({ status, message }) =>
    status === 401 ? SESSION_EXPIRED : (message ?? defaultMessage);

/** The mail may have been sent. */
export const unlessSilent =
  (messageFor: MessageFor): MessageFor =>
  (failure) =>
    failure === NO_RESPONSE
      ? "The mail server is slow, so we don't know if it was sent. Wait a few minutes and look there before you try again."
      : messageFor(failure);

export const unauthenticated: MessageFor = ({ status, message }) =>
  message ?? (status === undefined ? "Can't reach the club. Check your connection and try again." : SERVER_PROBLEM);

export const loadFailure: MessageFor = (failure) =>
  failure.status === 401 ? "Session expired. Please log in again." : unauthenticated(failure);

/** A response isn't a lost connection. */
export const SERVER_PROBLEM = "The club has a problem. Try again in a few minutes.";
