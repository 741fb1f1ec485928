import { afterEach, beforeEach, describe, expect, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";

import { club, json, memberApi, nora, openApp, signedOut, visitorApi } from "#tests/support/web.tsx";

const respondExpired = () => json({ message: "It doesn't work anymore." }, 404);
const respondEmpty = () => new Response(null, { status: 204 });

describe("a link for a new password", () => {
  const openPage = (answer: () => Response) =>
    openApp("/auth?reset=secret", { ...visitorApi, "POST /api/auth/reset": answer });

  test("sets it and leads back to the sign-in", async () => {
    const app = openPage(respondEmpty);
    await app.user.type(await screen.findByLabelText("New password"), "three chapters");
    await app.user.click(screen.getByRole("button", { name: "Set password" }));
    expect(await screen.findByText("Your new password has been set")).toBeTruthy();
    const call = app.calls.find(({ path }) => path === "/api/auth/reset");
    expect(call?.body).toEqual({ token: "secret", password: "three chapters" });
    await app.user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });

  test("that has expired offers a new one", async () => {
    const app = openPage(respondExpired);
    await app.user.type(await screen.findByLabelText("New password"), "three chapters");
    await app.user.click(screen.getByRole("button", { name: "Set password" }));
    await app.user.click(await screen.findByRole("button", { name: "Get a new link" }));
    expect(await screen.findByText("Forgot your password?")).toBeTruthy();
  });

  test("works in a browser that is still signed in", async () => {
    openApp("/auth?reset=secret", memberApi);
    expect(await screen.findByLabelText("New password")).toBeTruthy();
  });
});

describe("a forgotten password", () => {
  test("gets the same message for every address", async () => {
    const app = openApp("/auth", { ...visitorApi, "POST /api/auth/forgot": () => json({ message: "ok" }, 202) });
    await app.user.click(await screen.findByRole("button", { name: "Forgot password?" }));
    await app.user.type(await screen.findByLabelText("Email"), "nora@example.org");
    await app.user.click(screen.getByRole("button", { name: "Send me a link" }));
    expect(await screen.findByText("Check your email")).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: "Back to sign-in" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });

  test("needs an admin where the club sends no mail", async () => {
    const app = openApp("/auth", { ...visitorApi, "GET /api/club": { ...club, mailOn: false } });
    await app.user.click(await screen.findByRole("button", { name: "Forgot password?" }));
    expect(await screen.findByText(/Ask a club admin for a link/)).toBeTruthy();
    expect(screen.queryByLabelText("Email")).toBeNull();
  });
});

describe("a code from another device", () => {
  const owner = { user: { displayName: "Nora Whitfield", photoURL: null } };

  test("shows whose it is, asks, and signs in", async () => {
    const app = openApp("/auth#device=ABCD-2345", {
      ...memberApi,
      "GET /api/auth/user": signedOut,
      "POST /api/auth/device/look": owner,
      "POST /api/auth/device/use": nora,
    });
    expect(await screen.findByText("Sign in on this device?")).toBeTruthy();
    expect(app.calls.some(({ path }) => path === "/api/auth/device/use")).toBe(false);
    app.api["GET /api/auth/user"] = nora;
    await app.user.click(screen.getByRole("button", { name: "Sign in as Nora Whitfield" }));
    await waitFor(() => expect(app.calls.some(({ path }) => path === "/api/auth/device/use")).toBe(true));
    expect(await screen.findByRole("button", { name: /Nora Whitfield/ })).toBeTruthy();
  });

  test("that doesn't work says so, and another one can be typed", async () => {
    const app = openApp("/auth#device=ABCD-2345", { ...visitorApi, "POST /api/auth/device/look": respondExpired });
    expect(await screen.findByText("It doesn't work anymore.")).toBeTruthy();
    app.api["POST /api/auth/device/look"] = owner;
    await app.user.type(screen.getByLabelText("Code"), "WXYZ-2345");
    await app.user.click(screen.getByRole("button", { name: "Continue" }));
    expect(await screen.findByText("Sign in on this device?")).toBeTruthy();
  });
});

describe("passkeys", () => {
  beforeEach(() => void Object.assign(globalThis, { PublicKeyCredential: Object }));
  afterEach(() => {
    Reflect.deleteProperty(globalThis, "PublicKeyCredential");
  });
  test.each([
    [null, true],
    ["localhost", true],
    ["club.example.org", false],
  ])("of a club at %p are offered beside the form at localhost: %p", async (publicDomain, isOffered) => {
    openApp("/auth", visitorApi, publicDomain === null ? {} : { "public-domain": publicDomain });
    await screen.findByRole("button", { name: "Use a code from another device" });
    expect(screen.queryByRole("button", { name: "Sign in with a passkey" }) !== null).toBe(isOffered);
  });

  test("that the server rejects show a message, and the form stays", async () => {
    const app = openApp("/auth", { ...visitorApi, "POST /api/auth/passkey/options": respondExpired });
    await app.user.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
    expect(await screen.findByText("It doesn't work anymore.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Login" })).toBeTruthy();
  });

  test.each([
    ["This browser has no passkeys. Update it, or use another one.", "http://localhost/profile", null],
    ["Passkeys only work at club.example.org.", "http://localhost/profile", "club.example.org"],
    ["Passkeys need https, which this address doesn't have.", "http://192.168.1.4/profile", null],
  ])("that can't be used are explained on the profile: %p", async (reason, address, publicDomain) => {
    if (reason.startsWith("This browser")) Reflect.deleteProperty(globalThis, "PublicKeyCredential");
    const addressBefore = location.href;
    const { happyDOM } = globalThis as unknown as { happyDOM: { setURL: (url: string) => void } };
    happyDOM.setURL(address);
    try {
      openApp(
        "/profile",
        { ...memberApi, "GET /api/club": { ...club, publicDomain } },
        publicDomain === null ? {} : { "public-domain": publicDomain },
      );
      expect((await screen.findByText(reason, { exact: false })).textContent).toContain(
        "Your password works everywhere.",
      );
      expect(screen.queryByRole("button", { name: "Add a passkey" })).toBeNull();
    } finally {
      happyDOM.setURL(addressBefore);
    }
  });
});
