import { describe, expect, test } from "bun:test";

import { screen, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { json, memberApi, nora, openApp, stored } from "#tests/support/web.tsx";
import { sessionAtom } from "#web/state/session.ts";

const sessions = [
  {
    id: 1,
    device: "Firefox on Linux",
    createdAt: "2026-01-01T10:00:00Z",
    lastSeenAt: "2026-01-02T10:00:00Z",
    current: true,
  },
  {
    id: 2,
    device: "Safari on iPhone",
    createdAt: "2026-01-01T10:00:00Z",
    lastSeenAt: "2026-01-02T10:00:00Z",
    current: false,
  },
  {
    id: 3,
    device: "Chrome on Android",
    createdAt: "2026-01-01T10:00:00Z",
    lastSeenAt: "2026-01-02T10:00:00Z",
    current: false,
  },
];
const profileApi = { ...memberApi, "GET /api/profile/sessions": sessions };

describe("the profile page", () => {
  test("saves a changed display name alone, and shows it at once", async () => {
    const renamedUser = { ...nora, displayName: "Nora W." };
    const app = openApp("/profile", { ...profileApi, "PATCH /api/profile": renamedUser });
    const nameBox = await screen.findByLabelText("Display name");
    await app.user.clear(nameBox);
    await app.user.type(nameBox, "Nora W.");
    await app.user.click(screen.getByRole("button", { name: "Save details" }));
    expect(await screen.findByText("Your details have been saved")).toBeTruthy();
    expect(await screen.findByRole("button", { name: /Nora W\./ })).toBeTruthy();
    const saveCall = app.calls.find(({ method }) => method === "PATCH");
    expect(saveCall?.body).toEqual({ displayName: "Nora W." });
  });

  test("shows values as the server has them, with none unsaved", async () => {
    const renamedUser = { ...nora, displayName: "Nora W." };
    const app = openApp("/profile", {
      ...profileApi,
      "PATCH /api/profile": renamedUser,
      "POST /api/auth/logout": () => new Response(null, { status: 204 }),
    });
    const nameBox = (await screen.findByLabelText("Display name")) as HTMLInputElement;
    await app.user.clear(nameBox);
    await app.user.type(nameBox, "Nora W. ");
    await app.user.click(screen.getByRole("button", { name: "Save details" }));
    await waitFor(() => expect(nameBox.value).toBe("Nora W."));
    await app.user.click(await screen.findByRole("button", { name: /Nora W\./ }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
  });

  test("shows the server's error at the field and keeps typed text", async () => {
    const message = "That email belongs to another member";
    const respondError = () => json({ message, errors: [{ path: "/email", message }] }, 409);
    const app = openApp("/profile", { ...profileApi, "PATCH /api/profile": respondError });
    await app.user.type(await screen.findByLabelText("Email"), "x");
    await app.user.click(screen.getByRole("button", { name: "Save details" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Email"));
    expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe("nora@example.orgx");
  });

  test("changes the password, with a wrong one shown at its field", async () => {
    const message = "Your current password isn't right";
    let isPasswordRight = false;
    const answer = () =>
      isPasswordRight ? nora : json({ message, errors: [{ path: "/currentPassword", message }] }, 422);
    const app = openApp("/profile", { ...profileApi, "POST /api/profile/password": answer });
    await app.user.type(await screen.findByLabelText("Current password"), "secret");
    await app.user.type(screen.getByLabelText("New password"), "short");
    await app.user.click(screen.getByRole("button", { name: "Change password" }));
    expect(await screen.findByText("Password must be at least 6 characters")).toBeTruthy();
    await app.user.type(screen.getByLabelText("New password"), "er");
    await app.user.click(screen.getByRole("button", { name: "Change password" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Current password"));
    isPasswordRight = true;
    await app.user.click(screen.getByRole("button", { name: "Change password" }));
    expect(await screen.findByText("Your password has been changed")).toBeTruthy();
    expect((screen.getByLabelText("New password") as HTMLInputElement).value).toBe("");
  });

  test("opens a closed section on its form's error", async () => {
    const pendingResponse = Promise.withResolvers<Response>();
    const message = "Your current password isn't right";
    const app = openApp("/profile", { ...profileApi, "POST /api/profile/password": () => pendingResponse.promise });
    await app.user.type(await screen.findByLabelText("Current password"), "secret");
    await app.user.type(screen.getByLabelText("New password"), "shorter");
    await app.user.click(screen.getByRole("button", { name: "Change password" }));
    const section = screen.getByLabelText("New password").closest("details");
    if (section) section.open = false;
    pendingResponse.resolve(json({ message, errors: [{ path: "/currentPassword", message }] }, 422));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Current password"));
    expect(section?.open).toBe(true);
  });

  test("asks before signing out with unsaved text", async () => {
    const app = openApp("/profile", profileApi);
    await app.user.type(await screen.findByLabelText("Email"), "x");
    await app.user.type(screen.getByLabelText("New password"), "secret");
    await app.user.click(screen.getByRole("button", { name: /^Account:/ }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    expect(await screen.findByText(/^Not saved: your details and your new password\./)).toBeTruthy();
  });

  test("asks before leaving discards unsaved changes", async () => {
    const app = openApp("/profile", profileApi);
    await app.user.type(await screen.findByLabelText("Display name"), "!");
    await app.user.click(screen.getByRole("link", { name: "eBook" }));
    expect(await screen.findByText(/^Not saved: your details\./)).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: "Stay here" }));
    expect((screen.getByLabelText("Display name") as HTMLInputElement).value).toEndWith("!");
    await app.user.click(screen.getByRole("link", { name: "eBook" }));
    await app.user.click(await screen.findByRole("button", { name: "Leave" }));
    expect(await screen.findByText("eReader Instructions")).toBeTruthy();
  });

  test("lists the member's sessions, and ends the others", async () => {
    let remainingSessions = sessions;
    const endSession = (id: number) => () => {
      remainingSessions = remainingSessions.filter((session) => session.id !== id);
      return new Response(null, { status: 204 });
    };
    const app = openApp("/profile", {
      ...profileApi,
      "GET /api/profile/sessions": () => remainingSessions,
      "DELETE /api/profile/sessions/2": endSession(2),
      "DELETE /api/profile/sessions/3": endSession(3),
    });
    expect(await screen.findByText("Firefox on Linux")).toBeTruthy();
    expect(screen.getByText("This device")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Sign out Safari on iPhone" })).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: "Sign out everywhere else" }));
    await waitFor(() => expect(screen.queryByText("Safari on iPhone") === null).toBe(true));
    expect(screen.queryByText("Chrome on Android")).toBeNull();
    expect(screen.getByText("Firefox on Linux")).toBeTruthy();
  });

  test("keeps keyboard focus when a button disappears or is busy", async () => {
    const api = { ...profileApi, "GET /api/auth/user": { ...nora, photoURL: "/api/avatars/nora.webp" } };
    const app = openApp("/profile", {
      ...api,
      "DELETE /api/profile/photo": () => new Response(null, { status: 204 }),
      "DELETE /api/profile/sessions/2": () => new Response(null, { status: 204 }),
    });
    (await screen.findByRole("button", { name: "Remove photo" })).focus();
    app.api["GET /api/auth/user"] = nora;
    await app.user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Choose a photo"));
    (await screen.findByRole("button", { name: "Sign out Safari on iPhone" })).focus();
    app.api["GET /api/profile/sessions"] = sessions.filter(({ id }) => id !== 2);
    await app.user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("Sign out Chrome on Android"));
  });

  test("signs out other devices even when one has expired", async () => {
    const endedCalls: string[] = [];
    const app = openApp("/profile", {
      ...profileApi,
      "DELETE /api/profile/sessions/2": () => json({ message: "You are no longer signed in there." }, 404),
      "DELETE /api/profile/sessions/3": () => {
        endedCalls.push("Chrome on Android");
        return new Response(null, { status: 204 });
      },
    });
    await app.user.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
    expect(await screen.findByText("That device is signed out")).toBeTruthy();
    expect(endedCalls).toEqual(["Chrome on Android"]);
  });

  test("stays signed out when an earlier save returns late", async () => {
    const pendingResponse = Promise.withResolvers<unknown>();
    const app = openApp("/profile", {
      ...profileApi,
      "PATCH /api/profile": () => pendingResponse.promise,
      "POST /api/auth/logout": () => json({}, 200),
    });
    await app.user.click(await screen.findByRole("button", { name: "Save details" }));
    await app.user.click(screen.getByRole("button", { name: /^Account:/ }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Sign out" }));
    expect(await screen.findByText("Enter your credentials to access your account")).toBeTruthy();
    pendingResponse.resolve(nora);
    await app.user.click(screen.getByRole("tab", { name: "Register" }));
    expect(await screen.findByText("Create a new account with invitation code")).toBeTruthy();
    expect(getDefaultStore().get(sessionAtom)).toEqual({ status: "signed-out" });
  });

  const mailChoices = { wantsMeetingMail: true, wantsAnnouncements: true, wantsPace: true };

  test("saves the monthly email choice, and keeps it on failure", async () => {
    const profile = stored({ ...nora, ...mailChoices, wantsMonthlyMail: true });
    const app = openApp("/profile", {
      ...profileApi,
      "GET /api/profile": profile.read,
      "PATCH /api/profile": profile.change((patch) => patch),
    });
    const mailCheckbox = await screen.findByLabelText<HTMLInputElement>("Send me the monthly email");
    expect(mailCheckbox.checked).toBe(true);
    await app.user.click(mailCheckbox);
    expect(await screen.findByText("Your choice has been saved")).toBeTruthy();
    expect(app.calls.find(({ method }) => method === "PATCH")?.body).toEqual({ wantsMonthlyMail: false });
    await waitFor(() => expect(mailCheckbox.checked).toBe(false));
    app.api["PATCH /api/profile"] = () => json({}, 500);
    await app.user.click(mailCheckbox);
    expect(await screen.findByText("Failed to save your choice. Please try again.")).toBeTruthy();
    expect(mailCheckbox.checked).toBe(false);
  });

  test("sends a photo as multipart, and restores initials", async () => {
    let user = nora;
    const app = openApp("/profile", {
      ...profileApi,
      "GET /api/auth/user": () => user,
      "POST /api/profile/photo": () => {
        user = { ...nora, photoURL: "/api/avatars/1.webp" };
        return user;
      },
      "DELETE /api/profile/photo": () => {
        user = nora;
        return new Response(null, { status: 204 });
      },
    });
    const image = new File(["x"], "me.png", { type: "image/png" });
    const photoBox = (await screen.findByLabelText("Photo file")) as HTMLInputElement;
    // without `accept`, a phone would send a format that browsers don't display
    expect(photoBox.accept).toBe("image/jpeg,image/png,image/webp,image/gif");
    await app.user.upload(photoBox, image);
    expect(await screen.findByText("Your photo has been saved")).toBeTruthy();
    const photoCall = app.calls.find(({ path }) => path === "/api/profile/photo")?.body;
    expect(photoCall instanceof FormData && photoCall.get("photo") instanceof File).toBe(true);
    await app.user.click(await screen.findByRole("button", { name: "Remove photo" }));
    expect(await screen.findByText("Your photo has been removed")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Choose a photo" })).toBeTruthy();
  });

  test("makes a calendar address, and removes it after asking", async () => {
    const url = "https://club.example.org/calendar/abc.ics";
    const calendarAddress = stored<{ url: string | null }>({ url: null });
    const { calls, user } = openApp("/profile", {
      ...memberApi,
      "GET /api/profile/calendar": calendarAddress.read,
      "POST /api/profile/calendar": calendarAddress.change(() => ({ url })),
      "DELETE /api/profile/calendar": calendarAddress.change(() => ({ url: null })),
    });
    await user.click(await screen.findByRole("button", { name: "Get my calendar address" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Your calendar address")).value).toBe(url);
    expect(screen.getByRole("link", { name: "Subscribe" }).getAttribute("href")).toStartWith("webcal://club");
    for (const stepsText of [/Google Calendar.*“From URL”/, /Outlook.*“Subscribe from web”/])
      expect(screen.getByText(stepsText)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remove" }));
    await user.click(await screen.findByRole("button", { name: "Remove it" }));
    expect(await screen.findByRole("button", { name: "Get my calendar address" })).toBeTruthy();
    expect(calls.filter(({ path, method }) => path === "/api/profile/calendar" && method !== "GET")).toHaveLength(2);
  });

  test("creates addresses for apps, and says which apps used them", async () => {
    const podcast = stored<object>({ url: null, lastFetchedAt: null, lastFetchedBy: null });
    const url = "https://club.example.org/feeds/abc/podcast.xml";
    const { user } = openApp("/profile", {
      ...profileApi,
      "GET /api/profile/feeds/podcast": podcast.read,
      "GET /api/profile/feeds/opds": {
        url: "https://club.example.org/feeds/def/opds",
        lastFetchedAt: "2026-03-10T12:00:00.000Z",
        lastFetchedBy: "KOReader",
      },
      "POST /api/profile/feeds/podcast": podcast.change(() => ({ url })),
    });
    await user.click(await screen.findByRole("button", { name: "Get my podcast address" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Your podcast address")).value).toBe(url);
    expect(await screen.findByText(/by KOReader/)).toBeTruthy();
  });

  test("shows a device code even if the clock is an hour ahead", async () => {
    const code = { code: "ABCD-2345", url: "http://localhost/auth#device=ABCD-2345" };
    const expiresAt = new Date(Date.now() - 55 * 60_000).toISOString();
    const app = openApp("/profile", { ...memberApi, "POST /api/auth/device": () => json({ ...code, expiresAt }, 201) });
    await app.user.click(await screen.findByRole("button", { name: "Show a code" }));
    expect(await screen.findByText("ABCD-2345")).toBeTruthy();
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.getByText("ABCD-2345")).toBeTruthy();
  });
});
