import { replies } from "./admin-states.ts";
import {
  expand,
  failCall,
  fill,
  hang,
  member,
  press,
  reply,
  respond,
  type Screen,
  shown,
  steps,
  visitor,
  withMail,
} from "./screen.ts";

export const visitorScreens = (code: string): Screen[] => [
  visitor("auth login", "/auth"),
  visitor("auth wrong", "/auth", { prepare: press("Login") }),
  visitor("auth other", "/auth", {
    prepare: steps(press("Use a code from another device"), (page) => page.getByLabel("Code").waitFor()),
  }),
  visitor("auth forgot", "/auth", {
    respond: withMail,
    prepare: steps(press("Forgot password?"), (page) => page.getByLabel("Email").waitFor()),
  }),
  visitor("auth forgot sent", "/auth", {
    respond: steps(withMail, reply("**/api/auth/forgot", { message: "" })),
    prepare: steps(
      press("Forgot password?"),
      fill("Email", "teo@example.org"),
      press("Send me a link"),
      shown("Check your email"),
    ),
  }),
  visitor("auth forgot no mail", "/auth", {
    prepare: steps(press("Forgot password?"), shown("This club doesn't send email")),
  }),
  visitor("auth reset", "/auth?reset=x"),
  visitor("auth reset expired", "/auth?reset=x", {
    respond: failCall("**/api/auth/reset", 404),
    prepare: steps(fill("New password", "four chapters"), press("Set password"), shown("This link has expired")),
  }),
  visitor("auth code", "/auth#device=AAAA-0000", {
    respond: reply("**/api/auth/device/look", { user: { displayName: "Teo Marchetti", photoURL: null } }),
    prepare: shown("Sign in on this device?"),
  }),
  visitor("auth code wrong", "/auth#device=AAAA-0000"),
  visitor("auth register", `/auth?invite=${code}`),
  visitor("auth set-up", "/auth?setup=ABCD-EFGH", {
    respond: respond<object>("**/api/club", (club) => ({ ...club, setUpOpen: true })),
    prepare: shown("Set up the club"),
  }),
  // without a session cookie the page checks nothing, so these need one
  member("auth loading", "/auth", {
    ...hang("**/api/auth/user"),
    prepare: shown("Loading..."),
  }),
  member("auth error", "/auth", {
    respond: failCall("**/api/auth/user", 503),
    prepare: shown("We couldn't check whether you're signed in"),
  }),
];

export const profileScreens: Screen[] = [
  member("profile", "/profile"),
  member("profile code", "/profile#other-device", { prepare: press("Show a code") }),
  member("profile deletion", "/profile#data", {
    prepare: steps(
      expand("Delete my account"),
      fill("Your password", "a password"),
      (page) => page.locator("details").getByRole("button", { name: "Delete my account" }).click(),
      shown("Delete your account?"),
    ),
    isWindow: true,
  }),
  member("profile passkeys", "/profile#passkeys", {
    respond: replies({
      "**/api/profile/passkeys": [
        { id: 1, name: "Passkey 1", createdAt: "2026-09-02T18:05:00Z", lastUsedAt: "2026-11-09T22:15:00Z" },
        { id: 2, name: "Passkey 2", createdAt: "2026-10-31T09:30:00Z", lastUsedAt: null },
      ],
    }),
  }),
];
