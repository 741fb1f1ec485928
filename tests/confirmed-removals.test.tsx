import { describe, expect, test } from "bun:test";

import { act, screen, waitFor } from "@testing-library/react";
import { Glob } from "bun";

import { type Api, meeting, nora, openApp } from "#tests/support/web.tsx";
import { formatMoment } from "#web/lib/format/dates.ts";

import { openProfile } from "./failing-requests/member-pages.ts";
import { adminApi, emptyMonth, openDashboard, respondError, users } from "./support/admin-web.tsx";
import { onTestEnd } from "./support/dom.ts";
import { expectErrors } from "./support/logged-errors.ts";

type Removal = {
  open: () => ReturnType<typeof openApp>;
  call: string;
  /** The server's responses after it. */
  after: Api;
  /** The button that asks for confirmation. */
  button: string;
  /** The item, if the button opens a menu. */
  item?: string;
  confirm: string;
  /** The element that has the focus afterward. */
  next: string;
};

const invitation = (id: number, day: number) => ({
  id,
  isAdmin: false,
  uses: 1,
  used: 0,
  createdAt: `2026-01-0${day}T17:00:00Z`,
  expiresAt: "2026-02-05T17:00:00Z",
  revokedAt: null,
  madeBy: null,
  status: "open",
  joined: [],
});
const [olderInvitation, newerInvitation] = [invitation(1, 5), invitation(2, 6)];
const revokeLabel = ({ createdAt }: { createdAt: string }) => `Revoke the invitation made ${formatMoment(createdAt)}`;

const passkey = (id: number) => ({ id, name: `Passkey ${id}`, createdAt: "2026-01-05T17:00:00Z", lastUsedAt: null });
const openPasskeys = (ids: readonly number[]) => () => {
  Object.assign(globalThis, { PublicKeyCredential: Object });
  onTestEnd(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"));
  return openProfile({ "GET /api/profile/passkeys": ids.map(passkey) });
};

const theo = { ...nora, id: 9, username: "theo", displayName: "Theo Marsh", createdAt: "2025-01-05T12:00:00Z" };
const plannedMeeting = { ...meeting, date: "2030-01-30" };
const feed = { url: "http://localhost/podcast/x", lastFetchedAt: null, lastFetchedBy: null };

const REMOVALS: Record<string, readonly Removal[]> = {
  "DELETE /api/profile/passkeys/:id": [
    {
      open: openPasskeys([1, 2]),
      call: "DELETE /api/profile/passkeys/1",
      after: { "GET /api/profile/passkeys": [passkey(2)] },
      button: "Remove Passkey 1",
      confirm: "Remove",
      next: "Remove Passkey 2",
    },
    {
      open: openPasskeys([1]),
      call: "DELETE /api/profile/passkeys/1",
      after: { "GET /api/profile/passkeys": [] },
      button: "Remove Passkey 1",
      confirm: "Remove",
      next: "Add a passkey",
    },
  ],
  "DELETE /api/profile/calendar": [
    {
      open: () => openProfile({ "GET /api/profile/calendar": { url: "http://localhost/calendar/x.ics" } }),
      call: "DELETE /api/profile/calendar",
      after: { "DELETE /api/profile/calendar": { url: null }, "GET /api/profile/calendar": { url: null } },
      button: "Remove",
      confirm: "Remove it",
      next: "Get my calendar address",
    },
  ],
  "DELETE /api/profile/feeds/:kind": [
    {
      open: () => openProfile({ "GET /api/profile/feeds/podcast": feed }),
      call: "DELETE /api/profile/feeds/podcast",
      after: {
        "DELETE /api/profile/feeds/podcast": { ...feed, url: null },
        "GET /api/profile/feeds/podcast": { ...feed, url: null },
      },
      button: "Remove",
      confirm: "Remove it",
      next: "Get my podcast address",
    },
  ],
  "DELETE /api/invitations/:id": [
    {
      open: () => openDashboard("users", { "GET /api/invitations": [newerInvitation, olderInvitation] }),
      call: "DELETE /api/invitations/2",
      after: {
        "GET /api/invitations": [
          { ...newerInvitation, status: "revoked", revokedAt: "2026-01-07T17:00:00Z" },
          olderInvitation,
        ],
      },
      button: revokeLabel(newerInvitation),
      confirm: "Revoke",
      next: revokeLabel(olderInvitation),
    },
  ],
  "DELETE /api/users/:id": [
    {
      open: () => openDashboard("users", { "GET /api/users": [...users, theo] }),
      call: "DELETE /api/users/1",
      after: { "GET /api/users": [users[0], theo] },
      button: "Delete Nora Whitfield",
      confirm: "Delete user",
      next: "Reset Password of Theo Marsh",
    },
  ],
  "DELETE /api/meetings/:id": [
    {
      open: () =>
        openApp("/admin/months/2030-01", {
          ...adminApi,
          "GET /api/months/2030-01": { ...emptyMonth("2030-01"), meetings: [plannedMeeting] },
          "GET /api/meetings/3": plannedMeeting,
          "GET /api/meetings/3/unanswered": [],
        }),
      call: "DELETE /api/meetings/3",
      after: { "GET /api/months/2030-01": emptyMonth("2030-01") },
      button: "Cancel or delete this meeting",
      item: "Delete meeting",
      confirm: "Delete it",
      next: "Date",
    },
  ],
  "DELETE /api/posts": [
    {
      open: () => openDashboard("content"),
      call: "DELETE /api/posts",
      after: { "GET /api/posts/board": { posts: 0, undo: null } },
      button: "Reset Posting Board",
      confirm: "Reset board",
      next: "Reset Posting Board",
    },
  ],
};

/** Deleting the account closes its page. */
const LEAVES_PAGE = ["DELETE /api/profile"];

const CONFIRMATION = /<(?:Lazy)?(?:Confirm(?:Button|Dialog|DialogFor)|SecretUrl)\b/;

test("lists every removal that asks for a confirmation", async () => {
  const foundCalls = new Set<string>();
  for await (const path of new Glob("src/web/**/*.tsx").scan()) {
    const source = path.includes(".test.") ? "" : await Bun.file(path).text();
    if (CONFIRMATION.test(source))
      for (const [, key = ""] of source.matchAll(/"(DELETE \/api\/[^"]*)"/g)) foundCalls.add(key);
  }
  expect([...foundCalls].toSorted()).toEqual([...Object.keys(REMOVALS), ...LEAVES_PAGE].toSorted());
});

describe("returns the focus after confirming, canceling or failing", () => {
  test.each(
    Object.values(REMOVALS)
      .flat()
      .map((removal) => [`of ${removal.call} to ${removal.next}`, removal] as const),
  )("%s", async (_name, { open, call, after, button, item, confirm, next }) => {
    expectErrors(/./);
    const app = open();
    const { keyboard } = app.user;
    const openButton = await screen.findByRole("button", { name: button });
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
    openButton.closest("details")?.setAttribute("open", "");
    replaceFocusedButton();
    act(() => openButton.focus());
    const openDialog = async () => {
      await keyboard("{Enter}");
      if (item) {
        await screen.findByRole("menuitem", { name: item });
        await keyboard("{End}{Enter}");
      }
      await screen.findByRole("dialog");
    };
    const answer = async () => {
      await openDialog();
      act(() => screen.getByRole("button", { name: confirm }).focus());
      await keyboard("{Enter}");
    };

    await openDialog();
    await keyboard("{Escape}");
    await untilFocused(button);

    app.api[call] = () => respondError();
    await answer();
    await waitFor(() => expect(document.querySelector("[data-sonner-toast]")).not.toBeNull());
    await untilFocused(button);

    app.api[call] = () => {
      Object.assign(app.api, after);
      return after[call] ?? {};
    };
    await answer();
    await waitFor(() => expect(app.queryClient.isFetching() + app.queryClient.isMutating()).toBe(0));
    await untilFocused(next);
  });
});

/** As when the account's menu loads while its button has the focus. */
function replaceFocusedButton(): void {
  const header = document.querySelector("header");
  const create = () => {
    const button = document.createElement("button");
    button.textContent = "Late";
    return button;
  };
  const [before, after] = [create(), create()];
  act(() => {
    header?.append(before);
    before.focus();
    before.replaceWith(after);
    after.focus();
  });
}

const untilFocused = (name: string) =>
  waitFor(() => {
    const activeElement = document.activeElement as HTMLInputElement | null;
    expect(
      activeElement?.getAttribute("aria-label") ||
        activeElement?.labels?.[0]?.textContent ||
        activeElement?.textContent,
    ).toBe(name);
  });
