import { describe, expect, test } from "bun:test";

import { fireEvent, screen, waitFor } from "@testing-library/react";

import { club, json, memberApi, nora, openApp, signedOut, visitorApi } from "#tests/support/web.tsx";

const type = async (app: ReturnType<typeof openApp>, label: string, text: string) =>
  app.user.type(await screen.findByLabelText(label), text);

describe("the sign-in page", () => {
  test("shows 'Loading...' during the check, then the login tab", async () => {
    openApp("/auth", visitorApi);
    expect(screen.getByText("Loading...")).toBeTruthy();
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
    expect(screen.getByText("Great Synopses and Sips of Wine")).toBeTruthy();
    expect(screen.getByRole("heading", { level: 1, name: "Synopses & Sips Book Club" })).toBeTruthy();
    expect(screen.getByPlaceholderText("Enter your username")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Login" })).toBeTruthy();
    expect(screen.queryByRole("banner")).toBeNull();
  });

  test("shows the form at once without a session cookie", async () => {
    const { calls } = openApp("/auth", visitorApi, { session: "none" });
    expect(screen.getByText("Enter your credentials to access your account")).toBeTruthy();
    await screen.findByText("Reading together since 2018");
    expect(calls.map(({ path }) => path)).not.toContain("/api/auth/user");
  });

  test("signs in with its cookie when the network is back", async () => {
    const app = openApp("/", { ...memberApi, "GET /api/auth/user": () => Promise.reject(new TypeError("offline")) });
    expect(await screen.findByText("We couldn't check whether you're signed in")).toBeTruthy();
    app.api["GET /api/auth/user"] = nora;
    dispatchEvent(new Event("online"));
    expect(await screen.findByRole("button", { name: /Nora Whitfield/ })).toBeTruthy();
  });

  test("masks passwords, labels them, and accepts pasting", async () => {
    const { user } = openApp("/auth", visitorApi);
    for (const [tab, purpose] of [
      ["Login", "current-password"],
      ["Register", "new-password"],
    ] as const) {
      await user.click(await screen.findByRole("tab", { name: tab }));
      const password = (await screen.findByLabelText("Password")) as HTMLInputElement;
      expect([password.type, password.autocomplete]).toEqual(["password", purpose]);
      await user.click(password);
      await user.paste("  pasted as it is  ");
      expect(password.value).toBe("  pasted as it is  ");
    }
  });

  test("switches login and registration by tab, arrows or link", async () => {
    const { user } = openApp("/auth", visitorApi);
    await user.click(await screen.findByRole("tab", { name: "Register" }));
    expect(screen.getByText("Create a new account with invitation code")).toBeTruthy();
    expect(screen.getByText("Contact admin for an invitation code")).toBeTruthy();
    await user.keyboard("{ArrowLeft}");
    expect(screen.getByRole("tab", { name: "Login" }).getAttribute("aria-selected")).toBe("true");
    await user.click(screen.getByText("Don't have an account? Register now"));
    expect(screen.getByPlaceholderText("Choose a username")).toBeTruthy();
    expect(screen.getByPlaceholderText("Choose a password")).toBeTruthy();
    await user.click(screen.getByText("Already have an account? Login now"));
    expect(screen.getByPlaceholderText("Enter your username")).toBeTruthy();
  });

  test("keeps a half-typed registration when switching tabs", async () => {
    const app = openApp("/auth?invite=ABCD-1234", visitorApi);
    await type(app, "Username", "nora");
    await type(app, "Email", "nora@example.org");
    await app.user.click(screen.getByRole("tab", { name: "Login" }));
    await app.user.click(screen.getByRole("tab", { name: "Register" }));
    expect(screen.getByDisplayValue("nora")).toBeTruthy();
    expect(screen.getByDisplayValue("nora@example.org")).toBeTruthy();
  });

  test("asks for missing fields on submit, then on each change", async () => {
    const app = openApp("/auth", visitorApi);
    await app.user.click(await screen.findByRole("button", { name: "Login" }));
    expect(await screen.findByText("Username is required")).toBeTruthy();
    expect(screen.getByText("Password is required")).toBeTruthy();
    await type(app, "Username", "nora");
    expect(screen.queryByText("Username is required")).toBeNull();
    expect(app.calls.some(({ method }) => method === "POST")).toBe(false);
  });

  test("shows each registration error with the schema's message", async () => {
    const app = openApp("/auth", visitorApi);
    await app.user.click(await screen.findByRole("tab", { name: "Register" }));
    await app.user.click(screen.getByRole("button", { name: "Register" }));
    expect(await screen.findByText("Username is required")).toBeTruthy();
    expect(screen.getByText("Email is required")).toBeTruthy();
    expect(screen.getByText("Password must be at least 6 characters")).toBeTruthy();
    // the error says it
    expect(screen.queryByText("At least 6 characters")).toBeNull();
    expect(screen.getByText("Invitation code is required")).toBeTruthy();
    await type(app, "Username", "nora");
    await app.user.click(screen.getByRole("button", { name: "Register" }));
    // the page's first invalid field, not the schema's
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    await type(app, "Email", "nora@");
    expect(screen.getByText("Invalid email address")).toBeTruthy();
    await type(app, "Email", "example.org");
    expect(screen.queryByText("Invalid email address")).toBeNull();
  });

  test("signs in, welcomes the member back, and opens the home page", async () => {
    const app = openApp("/auth", { ...memberApi, "GET /api/auth/user": signedOut, "POST /api/auth/login": nora });
    await type(app, "Username", "nora");
    await type(app, "Password", " secret ");
    app.api["GET /api/auth/user"] = nora;
    await app.user.click(screen.getByRole("button", { name: "Login" }));
    expect(await screen.findByText("Login successful")).toBeTruthy();
    expect(screen.getByText("Welcome back, Nora Whitfield!")).toBeTruthy();
    expect((screen.getByRole("button", { name: "Logging in..." }) as HTMLButtonElement).disabled).toBe(true);
    expect(await screen.findByText("This Month's Meeting")).toBeTruthy();
    const loginCall = app.calls.find(({ path }) => path === "/api/auth/login");
    expect(loginCall?.body).toEqual({ username: "nora", password: " secret " });
    await waitFor(() => expect(app.calls.filter(({ path }) => path === "/api/auth/user").length).toBe(2));
  });

  test("shows one message for a wrong password, and selects it", async () => {
    const app = openApp("/auth", { ...visitorApi, "POST /api/auth/login": signedOut });
    await type(app, "Username", "nora");
    await type(app, "Password", "wrong!");
    await app.user.click(screen.getByRole("button", { name: "Login" }));
    expect(await screen.findByText("Login failed")).toBeTruthy();
    expect(screen.getAllByText("Invalid username or password")).toHaveLength(1);
    const password = screen.getByLabelText<HTMLInputElement>("Password");
    expect(document.activeElement?.id).toBe(password.id);
    expect([password.selectionStart, password.selectionEnd]).toEqual([0, "wrong!".length]);
    expect((screen.getByLabelText("Username") as HTMLInputElement).value).toBe("nora");
    expect((screen.getByRole("button", { name: "Login" }) as HTMLButtonElement).disabled).toBe(false);
  });

  test("shows the password on request", async () => {
    const app = openApp("/auth", visitorApi);
    await type(app, "Password", "wine and cheese");
    await app.user.click(screen.getByRole("button", { name: "Show password" }));
    expect((screen.getByLabelText("Password") as HTMLInputElement).type).toBe("text");
    await app.user.click(screen.getByRole("button", { name: "Hide password" }));
    expect((screen.getByLabelText("Password") as HTMLInputElement).type).toBe("password");
  });

  test("says how long a new password must be before the first try", async () => {
    const app = openApp("/auth", visitorApi);
    await app.user.click(await screen.findByRole("tab", { name: "Register" }));
    expect(screen.getByText("At least 6 characters")).toBeTruthy();
    expect(screen.getByText("Contact admin for an invitation code")).toBeTruthy();
  });

  test("fills an invitation's code read-only, with a welcome", async () => {
    openApp("/auth?invite=ABCD-2345", visitorApi);
    expect(await screen.findByText("From your invitation link")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "You're invited" })).toBeTruthy();
    expect(document.title).toStartWith("Join the club");
    expect(screen.queryByText("Contact admin for an invitation code")).toBeNull();
    const code = screen.getByLabelText<HTMLInputElement>("Invitation Code");
    expect([code.value, code.readOnly]).toEqual(["ABCD-2345", true]);
  });

  test("says that an email address signs in, too", async () => {
    openApp("/auth", visitorApi);
    const username = await screen.findByLabelText("Username");
    expect(document.getElementById(`${username.id}-hint`)?.textContent).toBe("Or your email address");
  });

  test("proposes a username from the name until one is typed", async () => {
    const app = openApp("/auth?invite=ABCD-2345", visitorApi);
    await type(app, "Your name", "Zoë Marchetti");
    const username = screen.getByLabelText<HTMLInputElement>("Username");
    expect(username.value).toBe("zoe.marchetti");
    await app.user.clear(username);
    await type(app, "Username", "zoe");
    await type(app, "Your name", " Finch");
    expect(username.value).toBe("zoe");
  });

  test("registers with a display name and a photo, if given", async () => {
    const app = openApp("/auth?invite=ABCD-2345", {
      ...visitorApi,
      "POST /api/auth/register": () => json(nora, 201),
      "POST /api/profile/photo": { ...nora, photoURL: "/api/avatars/1.webp" },
    });
    await type(app, "Username", "nora");
    await type(app, "Your name", "Nora Whitfield");
    await type(app, "Email", "nora@example.org");
    await type(app, "Password", "secret");
    await app.user.upload(screen.getByLabelText("Photo file"), new File(["x"], "me.png", { type: "image/png" }));
    await app.user.click(screen.getByRole("button", { name: "Register" }));
    await screen.findByText("Registration successful");
    const posts = app.calls.filter(({ method }) => method === "POST");
    expect(posts[0]?.body).toMatchObject({ displayName: "Nora Whitfield" });
    expect(posts[1]?.path).toBe("/api/profile/photo");
  });

  test("says that the session ended when the server lost it", async () => {
    openApp("/", { ...visitorApi, "GET /api/auth/user": signedOut });
    expect(await screen.findByText("Your session has ended. Please sign in again.")).toBeTruthy();
  });

  test("says that the browser blocks cookies", async () => {
    Object.defineProperty(navigator, "cookieEnabled", { configurable: true, value: false });
    openApp("/", { ...visitorApi, "GET /api/auth/user": signedOut });
    expect(await screen.findByText("Your browser blocks cookies. Allow them for this site to sign in.")).toBeTruthy();
    Reflect.deleteProperty(navigator, "cookieEnabled");
  });

  test("shows the server's message, also at the field", async () => {
    const message = "The invitation code is not valid";
    const respondError = () => json({ message, errors: [{ path: "/invitationCode", message }] }, 422);
    const app = openApp("/auth?invite=ABCD-2345", { ...visitorApi, "POST /api/auth/register": respondError });
    const code = (await screen.findByLabelText("Invitation Code")) as HTMLInputElement;
    expect(code.value).toBe("ABCD-2345");
    await type(app, "Username", "nora");
    await type(app, "Email", "nora@example.org");
    await type(app, "Password", "secret");
    await app.user.click(screen.getByRole("button", { name: "Register" }));
    expect(await screen.findByText("Registration failed")).toBeTruthy();
    expect(screen.getAllByText(message).length).toBe(2);
    await app.user.type(code, "X");
    await app.user.type(code, "Y");
    expect(code.value).toBe("ABCD-2345XY");
    expect(app.calls.find(({ method }) => method === "POST")?.body).toEqual({
      username: "nora",
      displayName: "nora",
      email: "nora@example.org",
      password: "secret",
      invitationCode: "ABCD-2345",
    });
  });

  test("makes the first admin with the code of the set-up link", async () => {
    const app = openApp("/auth?setup=FIRST", {
      ...visitorApi,
      "GET /api/club": { ...club, setUpOpen: true },
      "POST /api/auth/setup": () => json(nora, 201),
    });
    await type(app, "Username", "nora");
    await type(app, "Email", "nora@example.org");
    await type(app, "Password", "secret");
    await app.user.click(screen.getByRole("button", { name: "Create admin account" }));
    expect(await screen.findByText("Registration successful")).toBeTruthy();
    expect(app.calls.find(({ method }) => method === "POST")?.body).toMatchObject({
      code: "FIRST",
      displayName: "nora",
    });
  });

  test("lets an admin sign in from an old set-up link", async () => {
    openApp("/auth?setup=FIRST", visitorApi);
    expect(await screen.findByText(/^This setup link has expired\./)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Create admin account" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Back to sign-in" }));
    expect(await screen.findByRole("button", { name: "Login" })).toBeTruthy();
  });

  test("applies a raised password minimum", async () => {
    const app = openApp("/auth?invite=X", { ...visitorApi, "GET /api/club": { ...club, passwordMinLength: 12 } });
    await type(app, "Password", "elevenchars");
    await app.user.click(screen.getByRole("button", { name: "Register" }));
    expect(await screen.findByText("Password must be at least 12 characters")).toBeTruthy();
  });

  test("says when the session could not be checked, and tries again", async () => {
    const app = openApp("/", { ...memberApi, "GET /api/auth/user": () => json({}, 503) });
    expect(await screen.findByText("Server error: 503")).toBeTruthy();
    app.api["GET /api/auth/user"] = nora;
    await app.user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("This Month's Meeting")).toBeTruthy();
  });

  test("sends a signed-in member home, and /login to /auth", async () => {
    const { unmount } = openApp("/auth", memberApi);
    expect(await screen.findByText("This Month's Meeting")).toBeTruthy();
    unmount();
    openApp("/login", visitorApi);
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });
});
