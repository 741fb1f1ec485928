import { describe, expect, test } from "bun:test";

import { screen, within } from "@testing-library/react";

import { book, content, json, memberApi, nora, openApp, signedOut, visitorApi } from "#tests/support/web.tsx";

const post = {
  id: 1,
  content: "Figs",
  createdAt: "2025-01-05T17:00:00Z",
  user: { id: 7, displayName: "Theo Marsh", photoURL: null },
};

const fillForm = async (app: ReturnType<typeof openApp>, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await app.user.type(await screen.findByLabelText(label), text);
};

const expectTexts = (texts: string[]) => {
  for (const text of texts) expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
};

const throwNetworkError = (): Response => {
  throw new TypeError("Failed to fetch");
};

/** Every text that SPEC defines for visitors' and members' screens. */
describe("SPEC's texts (SPEC 2, 5, 8)", () => {
  test("are on the login tab", async () => {
    openApp("/auth", visitorApi);
    expectTexts(["Loading..."]);
    await screen.findByRole("tab", { name: "Login" });
    expectTexts([
      "Great Synopses and Sips of Wine",
      "Enter your credentials to access your account",
      "Username",
      "Password",
      "Don't have an account? Register now",
    ]);
    expect(screen.getByRole("button", { name: "Login" })).toBeTruthy();
    expect(screen.getByPlaceholderText("Enter your username")).toBeTruthy();
  });

  test("are on the register tab", async () => {
    const { user } = openApp("/auth", visitorApi);
    await user.click(await screen.findByRole("tab", { name: "Register" }));
    await screen.findByLabelText("Invitation Code");
    expectTexts([
      "Create a new account with invitation code",
      "Username",
      "Email",
      "Password",
      "Invitation Code",
      "Contact admin for an invitation code",
      "Already have an account? Login now",
    ]);
    expect(screen.getByRole("button", { name: "Register" })).toBeTruthy();
    expect(screen.getByPlaceholderText("Choose a username")).toBeTruthy();
    expect(screen.getByPlaceholderText("Choose a password")).toBeTruthy();
  });

  test("are on the button during registration and in the welcome", async () => {
    let finish: (response: Response) => void = () => undefined;
    const app = openApp("/auth?invite=X", {
      ...visitorApi,
      "POST /api/auth/register": () => new Promise<Response>((resolve) => (finish = resolve)),
    });
    await fillForm(app, { Username: "nora", Email: "nora@example.org", Password: "secret" });
    await app.user.click(screen.getByRole("button", { name: "Register" }));
    expect(((await screen.findByText("Creating account...")) as HTMLButtonElement).disabled).toBe(true);
    finish(json(nora, 201));
    expect(await screen.findByText("Registration successful")).toBeTruthy();
  });

  const loginFaults: [string, () => Response, string][] = [
    ["401", signedOut, "Invalid username or password"],
    [
      "429 with a sentence",
      () => json({ message: "Too many attempts. Wait a minute." }, 429),
      "Too many attempts. Wait a minute.",
    ],
    ["502 with HTML", () => new Response("<html>", { status: 502 }), "Login failed with status 502"],
    ["no answer", throwNetworkError, "Please check your credentials"],
  ];
  test.each(loginFaults)("are in the toast 'Login failed' after %s", async (_description, respond, text) => {
    const app = openApp("/auth", { ...visitorApi, "POST /api/auth/login": respond });
    await fillForm(app, { Username: "nora", Password: "wrong!" });
    await app.user.click(screen.getByRole("button", { name: "Login" }));
    expect(await screen.findByText("Login failed")).toBeTruthy();
    expectTexts([text]);
  });

  const registrationFaults: [string, () => Response, string][] = [
    ["a sentence", () => json({ message: "That name is taken" }, 409), "That name is taken"],
    ["HTML", () => new Response("<html>", { status: 500 }), "Registration failed with status 500"],
    ["no answer", throwNetworkError, "Please check your details"],
  ];
  test.each(registrationFaults)(
    "are in the toast 'Registration failed' after %s",
    async (_description, respond, text) => {
      const app = openApp("/auth?invite=X", { ...visitorApi, "POST /api/auth/register": respond });
      await fillForm(app, { Username: "nora", Email: "nora@example.org", Password: "secret" });
      await app.user.click(screen.getByRole("button", { name: "Register" }));
      expect(await screen.findByText("Registration failed")).toBeTruthy();
      expectTexts([text]);
    },
  );

  const checkFaults: [string, () => Response, string][] = [
    ["the server's sentence", () => json({ message: "The club is being moved" }, 503), "The club is being moved"],
    ["a bare status", () => new Response("<html>", { status: 500 }), "Server error: 500"],
    ["no answer", throwNetworkError, "Unknown error"],
  ];
  test.each(checkFaults)("are on /auth when the user check fails with %s", async (_description, respond, text) => {
    openApp("/", { ...visitorApi, "GET /api/auth/user": respond });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test("are on the home page and its board", async () => {
    const app = openApp("/", { ...memberApi, "GET /api/posts": [post] });
    await screen.findByText("Figs");
    expectTexts([
      "This Month's Meeting",
      "January 31, 2026",
      "7:00 PM",
      content.meetingLocation,
      "January 2026",
      book.title,
      "A Message from the Team",
      "Snacks & Drinks Board",
      "TH",
      "Jan 5, 2025",
    ]);
    expect(await screen.findByText(/^(Winter|Spring|Summer|Fall) Selection$/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Add to Calendar" })).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: "Add Item" }));
    expect(screen.getByPlaceholderText("What are you bringing to the meeting?")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Cancel" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Post" })).toBeTruthy();
  });

  test("are on the eBook page", async () => {
    openApp("/ebook", memberApi);
    await screen.findByText("Format: EPUB • Size: 1.4MB");
    expectTexts([book.title, book.synopsis, "eReader Instructions", "Kindle", "Apple Books", "Google Play Books"]);
    expect((screen.getByRole("button", { name: "Download eBook" }) as HTMLButtonElement).disabled).toBe(false);
    expect(screen.getByText("eReader Instructions").closest("details")?.open).toBe(true);
    expect(
      within(screen.getByText("eReader Instructions").closest("details") ?? document.body).getByText(
        /Documents folder/,
      ),
    ).toBeTruthy();
  });

  test("are in the header's menu and tabs", async () => {
    const app = openApp("/", { ...memberApi, "GET /api/auth/user": { ...nora, isAdmin: true } });
    await app.user.click(await screen.findByRole("button", { name: /Nora Whitfield/ }));
    expect(await screen.findByRole("menuitem", { name: "Profile" })).toBeTruthy();
    expect(screen.getByRole("menuitem", { name: "Sign out" })).toBeTruthy();
    expectTexts(["Home", "eBook", "Audiobook", "Admin"]);
  });
});
