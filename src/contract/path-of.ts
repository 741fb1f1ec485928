import type { CallKey } from "./calls.ts";

// apart from address-of.ts, for the first script

/** The path of a GET without parameters. */
export const pathOf = (key: Extract<CallKey, `GET ${string}`>): string => key.slice("GET ".length);
