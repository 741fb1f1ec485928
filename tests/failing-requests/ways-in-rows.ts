import { openDashboard } from "#tests/support/admin-web.tsx";
import { memberApi, openApp, visitorApi } from "#tests/support/web.tsx";

import { type Says, serverFirst, unauthenticated } from "./faults.ts";
import { press, type Rows } from "./row.ts";

const orOffline: Says = unauthenticated;

/** The page depends on the response: src/web/members/auth/other-sign-in.test.tsx. */
export const apart = ["POST /api/auth/device/look", "POST /api/auth/device/use", "POST /api/auth/reset"];

export const rows: Rows = {
  "POST /api/auth/forgot": {
    open: () => openApp("/auth", visitorApi),
    prepare: "Forgot password?",
    types: { Email: "nora@example.org" },
    make: "Send me a link",
    says: orOffline,
    onPage: true,
    waiting: "Sending...",
  },
  "POST /api/auth/device": {
    open: () => openApp("/profile", memberApi),
    make: "Show a code",
    says: "Couldn't create a code. Please try again.",
  },
  "POST /api/users/1/reset-link": {
    open: () => openDashboard("users"),
    make: async () => {
      if (!document.querySelector("[role=dialog]")) await press("Reset Password of Nora Whitfield");
      await press("Make a link instead");
    },
    says: serverFirst("Couldn't create a link. Please try again."),
  },
};
