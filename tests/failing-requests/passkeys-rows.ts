import { memberApi, openApp } from "#tests/support/web.tsx";

import type { Rows } from "./row.ts";

const passkey = { id: 4, name: "Passkey 1", createdAt: "2026-01-05T17:00:00Z", lastUsedAt: null };
/** The profile in a browser with passkeys; the test takes them away again. */
const withPasskeys = () => {
  Object.assign(globalThis, { PublicKeyCredential: Object });
  return openApp("/profile", { ...memberApi, "GET /api/profile/passkeys": [passkey] });
};

/** These need a browser with passkeys. */
export const apart = [
  "GET /api/profile/passkeys",
  "POST /api/auth/passkey",
  "POST /api/auth/passkey/options",
  "POST /api/profile/passkeys",
];

export const rows: Rows = {
  "POST /api/profile/passkeys/options": {
    open: withPasskeys,
    make: "Add a passkey",
    says: "No passkey was added. Please try again.",
    waiting: "Waiting for your device...",
  },
  "DELETE /api/profile/passkeys/4": {
    open: withPasskeys,
    make: ["Remove Passkey 1", "Remove"],
    says: "The passkey wasn't removed. Please try again.",
  },
};
