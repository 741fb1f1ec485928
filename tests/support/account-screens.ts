import { answers } from "./admin-states.ts";
import { altered, fault, fill, press, type Screen, sent, shown, silence, steps, withMail } from "./screen.ts";

const member = { setting: "full", as: "member" } as const;

/** The sign-in page in each of its states. */
export const visitorScreens = (code: string): Screen[] => {
  const visitor = { setting: "full", as: "visitor" } as const;
  return [
    { ...visitor, name: "auth login", path: "/auth" },
    { ...visitor, name: "auth wrong", path: "/auth", act: press("Login") },
    { ...visitor, name: "auth other", path: "/auth", act: press("Other ways to sign in") },
    {
      ...visitor,
      name: "auth forgot",
      path: "/auth",
      answer: withMail,
      act: steps(press("Forgot password?"), (page) => page.getByLabel("Email").waitFor()),
    },
    {
      ...visitor,
      name: "auth forgot sent",
      path: "/auth",
      answer: steps(withMail, sent("**/api/auth/forgot", { message: "" })),
      act: steps(
        press("Forgot password?"),
        fill("Email", "teo@example.org"),
        press("Send me a link"),
        shown("Check your email"),
      ),
    },
    {
      ...visitor,
      name: "auth forgot no mail",
      path: "/auth",
      act: steps(press("Forgot password?"), shown("This club doesn't send email")),
    },
    {
      ...visitor,
      name: "auth passkey",
      path: "/auth",
      act: steps(press("Other ways to sign in"), press("Sign in with a passkey")),
    },
    { ...visitor, name: "auth reset", path: "/auth?reset=x" },
    {
      ...visitor,
      name: "auth reset expired",
      path: "/auth?reset=x",
      answer: fault("**/api/auth/reset", 404),
      act: steps(fill("New password", "four chapters"), press("Set password"), shown("This link has expired")),
    },
    {
      ...visitor,
      name: "auth code",
      path: "/auth#device=AAAA-0000",
      answer: sent("**/api/auth/device/look", { user: { displayName: "Teo Marchetti", photoURL: null } }),
      act: (page) => page.getByText("Sign in on this device?").waitFor(),
    },
    { ...visitor, name: "auth code wrong", path: "/auth#device=AAAA-0000" },
    { ...visitor, name: "auth register", path: `/auth?invite=${code}` },
    {
      ...visitor,
      name: "auth set-up",
      path: "/auth?setup=ABCD-EFGH",
      answer: altered<object>("**/api/club", (club) => ({ ...club, setUpOpen: true })),
      act: (page) => page.getByText("Set up the club").waitFor(),
    },
    // without a session nothing is checked, so these need one
    {
      ...member,
      name: "auth loading",
      path: "/auth",
      answer: silence("**/api/auth/user"),
      isWaiting: true,
      act: (page) => page.getByText("Loading...").waitFor(),
    },
    {
      ...member,
      name: "auth error",
      path: "/auth",
      answer: fault("**/api/auth/user", 503),
      act: (page) => page.getByText("We couldn't check whether you're signed in").waitFor(),
    },
  ];
};

/** The profile, and what opens on it. */
export const profileScreens: Screen[] = [
  { ...member, name: "profile", path: "/profile" },
  { ...member, name: "profile code", path: "/profile", act: press("Show a code") },
  {
    ...member,
    name: "profile deletion",
    path: "/profile",
    act: steps(
      (page) => page.locator("summary", { hasText: "Delete my account" }).click(),
      fill("Your password", "a password"),
      (page) => page.locator("details").getByRole("button", { name: "Delete my account" }).click(),
      shown("Delete your account?"),
    ),
    isWindow: true,
  },
  {
    ...member,
    name: "profile passkeys",
    path: "/profile",
    answer: answers({
      "**/api/profile/passkeys": [
        { id: 1, name: "Passkey 1", createdAt: "2026-09-02T18:05:00Z", lastUsedAt: "2026-11-09T22:15:00Z" },
        { id: 2, name: "Passkey 2", createdAt: "2026-10-31T09:30:00Z", lastUsedAt: null },
      ],
    }),
  },
];
