import { openDashboard } from "#tests/support/admin-web.tsx";
import { club, memberApi, openApp, visitorApi } from "#tests/support/web.tsx";

import { type MessageFor, unauthenticated } from "./failures.ts";
import { press } from "./page-steps.ts";
import { testFailures } from "./test-failures.ts";

const signInFailure =
  (what: "Login" | "Registration", fallback: string): MessageFor =>
  ({ status, message }) => {
    if (what === "Login" && status === 401) return "Invalid username or password";
    if (status !== undefined) return message ?? `${what} failed with status ${status}`;
    return fallback;
  };
const registrationFailure = signInFailure("Registration", "Please check your details");
const person = { Username: "nora", Email: "nora@example.org", Password: "two chapters" };

const linkedAnswer = {
  displayName: "Nora",
  date: "2030-01-31",
  time: "",
  location: "",
  bookTitle: null,
  state: "planned",
  mine: null,
};
const openAnswerPage = () => openApp("/answer?token=1.3.abc", { ...visitorApi, "GET /api/answer": linkedAnswer });
const openChoosePage = () =>
  openApp("/dates?token=1.3_1.abc", {
    ...visitorApi,
    "GET /api/dates": {
      displayName: "Nora",
      meeting: { date: "", time: "", location: "" },
      dates: [{ id: 9, date: "2030-01-23", time: "19:00", startsAt: "2030-01-24T00:00:00.000Z", mine: true }],
      answered: true,
    },
  });

testFailures({
  "GET /api/club": {
    open: () => openApp("/auth", visitorApi),
    says: () => "Enter your credentials to access your account",
  },
  "POST /api/auth/login": {
    open: () => openApp("/auth", visitorApi),
    types: { Username: "nora", Password: "two chapters" },
    make: "Login",
    says: signInFailure("Login", "Please check your credentials"),
    waiting: "Logging in...",
  },
  "POST /api/auth/register": {
    open: () => openApp("/auth?invite=ABCD", visitorApi),
    types: person,
    make: "Register",
    says: registrationFailure,
    waiting: "Creating account...",
    keeps: { "Invitation Code": "ABCD" },
  },
  "POST /api/auth/setup": {
    open: () => openApp("/auth?setup=ABCD", { ...visitorApi, "GET /api/club": { ...club, setUpOpen: true } }),
    types: person,
    make: "Create admin account",
    says: registrationFailure,
    waiting: "Creating account...",
  },
  "POST /api/ereader/confirm": {
    open: () => openApp("/ereader#secret", visitorApi),
    make: "Confirm my eReader",
    says: unauthenticated,
    onPage: true,
    waiting: "Confirming...",
  },
  "POST /api/answer": {
    open: openAnswerPage,
    make: "I'm coming",
    says: "Your answer wasn't saved. Please try again.",
  },
  "POST /api/dates": {
    open: openChoosePage,
    make: "Save my answer",
    says: "Your answer wasn't saved. Please try again.",
    waiting: "Saving...",
  },
});

testFailures({
  "POST /api/auth/forgot": {
    open: () => openApp("/auth", visitorApi),
    prepare: "Forgot password?",
    types: { Email: "nora@example.org" },
    make: "Send me a link",
    says: unauthenticated,
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
    says: "Couldn't create a link. Please try again.",
  },
});
