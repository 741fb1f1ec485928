import type { Engine } from "./driver.ts";

/** What phones and laptops have and an engine under test hasn't, each with how a page notices. */
export const LIMITS: Readonly<Record<Engine, readonly { what: string; has: string }[]>> = {
  chromium: [],
  firefox: [{ what: "touch", has: "'ontouchstart' in globalThis" }],
  webkit: [
    { what: "touch", has: "'ontouchstart' in globalThis" },
    { what: "passkeys", has: "'PublicKeyCredential' in globalThis" },
    { what: "push", has: "'PushManager' in globalThis" },
    { what: "an app's badge", has: "'setAppBadge' in navigator" },
  ],
};
