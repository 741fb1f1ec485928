import { ApiError, isSignedOut, serverMessage, SESSION_EXPIRED } from "#web/api/client.ts";
import { type OwnAct, useOwnAct } from "#web/ui/use-own-act.ts";

type Options<In, Out> = Omit<OwnAct<In, Out>, "explain"> & {
  /** True where SPEC 8 says 'server message, else …'. */
  serverFirst?: boolean;
};

/** `useOwnAct` with SPEC 8's words for what failed. */
export function useAct<In = void, Out = unknown>({ serverFirst, ...act }: Options<In, Out>) {
  const explain = (failed: string, error: unknown): string =>
    serverFirst && !isSignedOut(error) ? (serverMessage(error) ?? failed) : failureText(failed, error);
  return useOwnAct({ ...act, explain });
}

/** SPEC 8's text, then the server's message or what to do. */
export function failureText(failed: string, error: unknown): string {
  return `${failed} ${reason(error)}`.trim();
}

function reason(error: unknown): string {
  if (isSignedOut(error)) return SESSION_EXPIRED;
  return serverMessage(error) ?? (error instanceof ApiError ? "" : "Check your connection and try again.");
}
