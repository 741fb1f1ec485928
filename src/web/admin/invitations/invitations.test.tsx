import { describe, expect, test } from "bun:test";

import { fireEvent, screen, within } from "@testing-library/react";
import { encode } from "uqr";

import { openDashboard } from "#tests/support/admin-web.tsx";
import { json } from "#tests/support/web.tsx";

const openTab = async (api: Parameters<typeof openDashboard>[1] = {}) => {
  const app = openDashboard("users", api);
  await screen.findByText("nora@example.org");
  return app;
};

describe("Invitations", () => {
  const invitation = {
    id: 4,
    isAdmin: false,
    uses: 3,
    used: 1,
    createdAt: "2026-01-05T12:00:00Z",
    expiresAt: "2026-02-04T12:00:00Z",
    revokedAt: null,
    madeBy: "Mina",
    status: "open",
    joined: ["Nora Whitfield"],
  };

  test("lists who used each, and revokes one after asking", async () => {
    const app = await openTab({
      "GET /api/invitations": [invitation],
      "DELETE /api/invitations/4": () => new Response(null, { status: 204 }),
    });
    expect((await screen.findByText(/^Joined:/)).textContent).toBe("Joined: Nora Whitfield");
    expect(screen.getByText("1 of 3 joined")).toBeTruthy();
    expect(screen.getByText(/^Made Jan 5.* by Mina$/)).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: /^Revoke/ }));
    await app.user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revoke" }));
    expect(await screen.findByText("The invitation has been revoked")).toBeTruthy();
  });

  const createdInvitation = { ...invitation, used: 0, joined: [], code: "7F3K-92QX-M4TB-0ZWA", link: "http://x/auth" };

  test("creates a link for one person and a week, shown once", async () => {
    const app = await openTab({ "POST /api/invitations": json({ ...createdInvitation, uses: 1 }, 201) });
    await app.user.click(screen.getByRole("button", { name: "Invite someone" }));
    const card = await screen.findByRole("region", { name: "New invitation" });
    expect(document.activeElement === card).toBe(true);
    expect(card.textContent).toContain("One person can join with it");
    expect(app.calls.find(({ method }) => method === "POST")?.body).toEqual({
      uses: 1,
      expiresInDays: 7,
      isAdmin: false,
    });
    const link = "http://localhost/auth?invite=7F3K-92QX-M4TB-0ZWA";
    const sharedData: unknown[] = [];
    Object.assign(navigator, { share: async (data: unknown) => void sharedData.push(data) });
    try {
      await app.user.click(screen.getByRole("button", { name: "Copy link" }));
      expect(await navigator.clipboard.readText()).toBe(link);
      const qrCode = await screen.findByRole("img", { name: "QR code of the invitation link" });
      const { size } = encode(link, { border: 2 });
      expect(qrCode.getAttribute("viewBox")).toBe(`0 0 ${size} ${size}`);
      await app.user.click(screen.getByRole("button", { name: "Done" }));
      expect(screen.queryByText("7F3K-92QX-M4TB-0ZWA")).toBeNull();
      await app.user.click(screen.getByRole("button", { name: "Invite someone" }));
      await app.user.click(await screen.findByRole("button", { name: "Share" }));
      expect(sharedData).toEqual([{ title: "Join our book club", url: link }]);
    } finally {
      Reflect.deleteProperty(navigator, "share");
    }
  });

  test("makes one for more people behind a fold", async () => {
    const app = await openTab({ "POST /api/invitations": json(createdInvitation, 201) });
    const usesBox = screen.getByLabelText("Uses");
    await app.user.clear(usesBox);
    await app.user.type(usesBox, "3");
    await app.user.click(screen.getByRole("button", { name: "Create Invitation" }));
    expect(await screen.findByText("7F3K-92QX-M4TB-0ZWA")).toBeTruthy();
    expect(app.calls.find(({ method }) => method === "POST")?.body).toEqual({
      uses: 3,
      expiresInDays: 30,
      isAdmin: false,
    });
  });

  test("isn't created for a disallowed number of uses", async () => {
    const app = await openTab();
    const usesBox = screen.getByLabelText<HTMLInputElement>("Uses");
    for (const invalidUses of ["", "0", "1001", "1.5"]) {
      fireEvent.change(usesBox, { target: { value: invalidUses } });
      expect([invalidUses, usesBox.form?.checkValidity()]).toEqual([invalidUses, false]);
      await app.user.click(screen.getByRole("button", { name: "Create Invitation" }));
    }
    expect(app.calls.some(({ method }) => method === "POST")).toBe(false);
  });
});
