import { openDashboard } from "#tests/support/admin-web.tsx";
import { memberApi, openApp, visitorApi } from "#tests/support/web.tsx";

import { ownForm, type Says, serverFirst } from "./faults.ts";
import { press, type Row, type } from "./row.ts";

const OFFLINE = "Can't reach the club. Check your connection.";
const orOffline: Says = ({ message }) => message ?? OFFLINE;

const passkey = { id: 4, name: "Passkey 1", createdAt: "2026-01-05T17:00:00Z", lastUsedAt: null };
/** The profile in a browser with passkeys; the test takes them away again. */
const withPasskeys = () => {
  Object.assign(globalThis, { PublicKeyCredential: Object });
  return openApp("/profile", { ...memberApi, "GET /api/profile/passkeys": [passkey] });
};

export const rows: readonly Row[] = [
  {
    call: "POST /api/profile/passkeys/options",
    open: withPasskeys,
    make: () => press("Add a passkey"),
    says: ownForm("No passkey was added. Please try again."),
    waiting: "Waiting for your device...",
  },
  {
    call: "DELETE /api/profile/passkeys/*",
    made: "DELETE /api/profile/passkeys/4",
    open: withPasskeys,
    make: async () => {
      await press("Remove Passkey 1");
      await press("Remove");
    },
    says: ownForm("The passkey wasn't removed. Please try again."),
  },
  {
    call: "POST /api/auth/forgot",
    open: () => openApp("/auth", visitorApi),
    prepare: async () => {
      await press("Other ways to sign in");
      await press("I forgot my password");
      await type({ Email: "nora@example.org" });
    },
    make: () => press("Send me a link"),
    says: orOffline,
    onPage: true,
    waiting: "Sending...",
    keeps: { Email: "nora@example.org" },
  },
  {
    call: "POST /api/auth/device",
    open: () => openApp("/profile", memberApi),
    make: () => press("Show a code"),
    says: ownForm("No code was made. Please try again."),
  },
  {
    call: "POST /api/users/*/reset-link",
    made: "POST /api/users/1/reset-link",
    open: () => openDashboard("users"),
    make: async () => {
      if (!document.querySelector("[role=dialog]")) await press("Reset Password of Nora Whitfield");
      await press("Make a link instead");
    },
    says: serverFirst("No link was made. Please try again."),
  },
];
