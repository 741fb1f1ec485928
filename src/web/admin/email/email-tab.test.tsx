import { describe, expect, test } from "bun:test";

import { act, screen, waitFor, within } from "@testing-library/react";

import type { EmailStatus, Outbox, OutboxRow } from "#contract/email.ts";
import { openDashboard, respondError, respondMessage } from "#tests/support/admin-web.tsx";
import { audience, idleRun, readyMail } from "#tests/support/mail-samples.ts";
import { type Api, json, signedOut } from "#tests/support/web.tsx";

const unconfiguredMail: EmailStatus = {
  ...readyMail,
  enabled: false,
  region: null,
  fromEmail: null,
  hasAccessKey: false,
  hasSecretKey: false,
  configured: false,
  missing: ["AWS_REGION", "EMAIL_FROM"],
};
const createRow = (change: Partial<OutboxRow>): OutboxRow => ({
  id: 1,
  kind: "monthly",
  period: "2026-01",
  state: "sent",
  reason: "",
  displayName: "Nora",
  email: "nora@example.org",
  changedAt: "2026-01-01T14:00:00Z",
  ...change,
});
const createOutbox = (...rows: OutboxRow[]): Outbox => ({ period: "2026-01", periods: ["2026-01"], rows });

const openTab = (api: Api = {}) =>
  openDashboard("email", {
    "GET /api/email/status": readyMail,
    "GET /api/email/run": idleRun,
    "GET /api/email/audience": audience,
    "GET /api/email/outbox": createOutbox(),
    ...api,
  });
const disabledMail = { ...readyMail, enabled: false };
const findButton = (name: string) => screen.findByRole<HTMLButtonElement>("button", { name });

describe("the email service", () => {
  test.each([
    ["sending and the preview come before the keys", readyMail, ["Monthly Email", "Preview", "Email Service Status"]],
    [
      "while it isn't configured, what is missing comes first",
      unconfiguredMail,
      ["Email Service Status", "Monthly Email"],
    ],
    ["while it's off, its switch comes first", disabledMail, ["Email Service Status", "Monthly Email"]],
  ])("%s", async (_description, status, order) => {
    openTab({ "GET /api/email/status": status });
    const listTitles = () => screen.queryAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);
    await waitFor(() => expect(listTitles().filter((title) => order.includes(title))).toEqual(order));
  });

  test("shows an authentication error that links to /login", async () => {
    const { calls, api, user } = openTab({ "GET /api/email/status": () => respondError() });
    expect(await screen.findByText("Authentication Error")).toBeTruthy();
    expect(screen.getByText(/log in with admin privileges/)).toBeTruthy();
    expect(calls.filter(({ path }) => path === "/api/email/status")).toHaveLength(1);
    api["GET /api/auth/user"] = signedOut;
    await user.click(await findButton("Go to Login"));
    expect(await screen.findByLabelText("Username")).toBeTruthy();
  });

  test("names missing settings, and can't be enabled", async () => {
    openTab({ "GET /api/email/status": unconfiguredMail });
    expect(await screen.findByText(/sets AWS_REGION and EMAIL_FROM/)).toBeTruthy();
    for (const name of ["Enable Email Service", "Send Test", "Send Monthly Emails"])
      expect((await findButton(name)).disabled).toBe(true);
    expect(screen.getByText(/both the sender and every recipient must be verified/)).toBeTruthy();
  });

  test.each<[Partial<EmailStatus>, RegExp]>([
    [{}, /Mail goes through Amazon SES/],
    [
      { way: "smtp", region: "smtp.example.org" },
      /the mail server smtp.example.org. Access key and secret key are its username and password/,
    ],
    [{ way: "smtp", region: "localhost", hasAccessKey: false, hasSecretKey: false }, /localhost. No sign-in needed/],
  ])("names the mail transport: %o", async (change, words) => {
    openTab({ "GET /api/email/status": { ...readyMail, ...change } });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText(/sandbox/) !== null).toBe(change.way === undefined);
  });

  test("can be enabled when disabled, and is then ready", async () => {
    const { user, calls } = openTab({
      "GET /api/email/status": () => (calls.some(({ method }) => method === "PATCH") ? readyMail : disabledMail),
      "PATCH /api/email/config": readyMail,
    });
    expect((await findButton("Send Test")).disabled).toBe(true);
    await user.click(await findButton("Enable Email Service"));
    expect(await screen.findByText("Email service has been enabled")).toBeTruthy();
    expect(calls.find(({ method }) => method === "PATCH")?.body).toEqual({ enabled: true });
    expect((await findButton("Send Test")).disabled).toBe(false);
    expect(await findButton("Disable Email Service")).toBeTruthy();
  });

  test("that can't be switched says why, or that it failed", async () => {
    const { user, api } = openTab({ "PATCH /api/email/config": () => respondMessage("Not now.") });
    await user.click(await findButton("Disable Email Service"));
    expect(await screen.findByText("Not now.")).toBeTruthy();
    api["PATCH /api/email/config"] = () => respondError();
    await user.click(await findButton("Disable Email Service"));
    expect(await screen.findByText("Failed to update email service configuration.")).toBeTruthy();
  });
});

describe("the test mail", () => {
  test("needs an address", async () => {
    const { user, calls } = openTab({ "POST /api/email/test": {} });
    await user.click(await findButton("Send Test"));
    expect(await screen.findByText("Please enter an email address")).toBeTruthy();
    await user.type(screen.getByLabelText("Email address"), "nora");
    expect(await screen.findByText("Invalid email address")).toBeTruthy();
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
    await user.type(screen.getByLabelText("Email address"), "@example.org");
    await user.click(await findButton("Send Test"));
    expect(await screen.findByText("Test email has been sent successfully")).toBeTruthy();
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ email: "nora@example.org" });
  });

  test("also asks when the number of recipients is unknown", async () => {
    const { user } = openTab({ "GET /api/email/audience": () => respondError() });
    await user.click(await findButton("Send Monthly Emails"));
    expect(await screen.findByText(/We couldn't check how many members this will reach/)).toBeTruthy();
  });

  test("that fails shows the server's reason, or that it failed", async () => {
    const { user, api } = openTab({ "POST /api/email/test": () => respondMessage("Not verified.", 502) });
    await user.type(await screen.findByLabelText("Email address"), "nora@example.org");
    await user.click(await findButton("Send Test"));
    expect(await screen.findByText("Not verified.")).toBeTruthy();
    api["POST /api/email/test"] = () => respondError();
    await user.click(await findButton("Send Test"));
    expect(await screen.findByText("Failed to send test email.")).toBeTruthy();
  });
});

describe("the monthly mail", () => {
  test("asks with the number of recipients, then shows progress", async () => {
    const runningRun = { ...idleRun, queued: 3, sent: 1, total: 4, running: true };
    const { user, api, calls } = openTab({
      "POST /api/email/trigger-monthly": runningRun,
      "GET /api/email/run": () => (calls.some(({ method }) => method === "POST") ? runningRun : idleRun),
    });
    expect(await screen.findByText(/Goes to 4 members in .*; 1 member turned off the monthly/)).toBeTruthy();
    await user.click(await findButton("Send Monthly Emails"));
    const dialog = within(await screen.findByRole("dialog"));
    expect(
      dialog.getByText(/4 members will get it\. Anyone who already has January 2026's email is skipped/),
    ).toBeTruthy();
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Send now" }));
    expect(await screen.findByText("Monthly emails have been triggered successfully")).toBeTruthy();
    expect(await screen.findByText("1 of 4")).toBeTruthy();
    api["GET /api/email/run"] = { ...idleRun, sent: 3, failed: 1, total: 4 };
    expect(await screen.findByText(/3 sent, 1 failed/)).toBeTruthy();
  });

  test("that fails shows the server's reason, or that it failed", async () => {
    const { user, api } = openTab({
      "POST /api/email/trigger-monthly": () => respondMessage("It is being sent already."),
    });
    const sendTestMail = async () => {
      await user.click(await findButton("Send Monthly Emails"));
      await user.click(await findButton("Send now"));
    };
    await sendTestMail();
    expect(await screen.findByText("It is being sent already.")).toBeTruthy();
    api["POST /api/email/trigger-monthly"] = () => respondError();
    await sendTestMail();
    expect(await screen.findByText("Failed to trigger monthly emails.")).toBeTruthy();
  });

  test("that is paused says why", async () => {
    const pause = { reason: "AWS does not know the access key.", until: "2026-01-01T15:00:00Z" };
    openTab({ "GET /api/email/run": { ...idleRun, queued: 2, sent: 1, total: 3, running: true, pause } });
    expect(await screen.findByText(/AWS does not know the access key\. Nothing is lost/)).toBeTruthy();
    expect((await findButton("Send Monthly Emails")).disabled).toBe(false);
  });
});

describe("the preview", () => {
  test("shows a mail in a fully sandboxed frame, and its plain text", async () => {
    const { user } = openTab({
      "GET /api/email/preview/monthly": { subject: "January: Emma", from: "The club", text: "Dear Ada", html: "" },
    });
    await user.click(await findButton("Monthly email"));
    expect(await screen.findByText("January: Emma")).toBeTruthy();
    const frame = screen.getByTitle("Monthly email as it will look");
    expect(frame.getAttribute("sandbox")).toBe("");
    expect(frame.getAttribute("src")).toBe("/api/email/preview/monthly/page");
    await user.click(await findButton("Show as plain text"));
    expect(await screen.findByText("Dear Ada")).toBeTruthy();
  });
});

describe("the sent mails", () => {
  test("are none at first", async () => {
    openTab();
    expect(await screen.findByText(/No email has gone out in January 2026 yet/)).toBeTruthy();
  });

  test("show how each went, and let a failed one be resent", async () => {
    const failedRow = createRow({ id: 2, displayName: "Theo", state: "failed", reason: "SES refused the email: No." });
    const { user, calls } = openTab({
      "GET /api/email/outbox": createOutbox(failedRow, createRow({})),
      "POST /api/email/outbox/2/retry": { ...failedRow, state: "queued" },
    });
    expect(await screen.findByText("SES refused the email: No.")).toBeTruthy();
    expect(screen.getByText("Sent")).toBeTruthy();
    await user.click(await findButton("Send again to Theo"));
    expect(await screen.findByText("Sending the email to Theo again")).toBeTruthy();
    expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  test("that are being sent are refreshed until they are sent", async () => {
    const { api } = openTab({ "GET /api/email/outbox": createOutbox(createRow({ state: "queued" })) });
    expect(await screen.findByText("Waiting")).toBeTruthy();
    api["GET /api/email/outbox"] = createOutbox(createRow({}));
    expect(await screen.findByText("Sent")).toBeTruthy();
  });

  test("that may have arrived are resent only after asking", async () => {
    const unknownRow = createRow({ state: "unknown", reason: "The club stopped." });
    const { user, calls } = openTab({
      "GET /api/email/outbox": createOutbox(unknownRow),
      "POST /api/email/outbox/1/retry": { ...unknownRow, state: "queued" },
    });
    await user.click(await findButton("Send again to Nora"));
    expect(await screen.findByText(/If it did, they'll get it twice/)).toBeTruthy();
    expect(calls.filter(({ method }) => method === "POST")).toEqual([]);
    await user.click(await findButton("Send again"));
    await waitFor(() => expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1));
  });

  test("are fetched in pages, however many there are", async () => {
    const recipients = Array.from({ length: 300 }, (_, id) => createRow({ id, displayName: `Member ${id}.` }));
    const requests: string[] = [];
    const { user } = openTab({
      "GET /api/email/outbox": (_body: unknown, _init: unknown, query: URLSearchParams) => {
        requests.push(String(query));
        const offset = Number(query.get("offset"));
        return createOutbox(...recipients.slice(offset, offset + Number(query.get("limit"))));
      },
    });
    const expectRows = (rowCount: number) =>
      waitFor(() => expect(document.body.textContent?.match(/Member \d+\./g)).toHaveLength(rowCount));
    await expectRows(25);
    for (const amount of [275, 300]) {
      await user.click(screen.getByText("Show more"));
      await expectRows(amount);
    }
    expect(screen.queryByText("Show more")).toBeNull();
    expect(requests.every((query) => Number(new URLSearchParams(query).get("limit")) <= 250)).toBe(true);
  });

  test("that can't be loaded say so", async () => {
    openTab({ "GET /api/email/outbox": () => respondError() });
    expect(await screen.findByText("We couldn't load the sent emails")).toBeTruthy();
  });

  test("says why an announcement can't be sent yet", async () => {
    const { user } = openTab({});
    const button = await screen.findByRole("button", { name: "Send announcement" });
    await user.type(screen.getByLabelText("Subject"), "Hello");
    await user.click(button);
    expect(await screen.findByText(/^The message must have/)).toBeTruthy();
    await user.type(screen.getByLabelText("Message"), "All");
    expect(screen.queryByText(/^The message must have/)).toBeNull();
    await user.click(button);
    expect(await screen.findByText('Send "Hello" to the members?')).toBeTruthy();
  });

  test("keeps a typed announcement when reloading fails", async () => {
    const status = "GET /api/email/status";
    const app = openTab({ "POST /api/email/test": () => json({ success: true }) });
    const message = await screen.findByLabelText<HTMLTextAreaElement>("Message");
    await app.user.type(message, "See you on Thursday");
    app.api[status] = () => respondError();
    await app.user.type(screen.getByLabelText("Email address"), "nora@example.org");
    await app.user.click(await findButton("Send Test"));
    await waitFor(() => expect(app.calls.filter(({ path }) => path === "/api/email/status").length).toBeGreaterThan(1));
    await screen.findByText("Test email has been sent successfully");
    await act(() => Bun.sleep(50));
    expect(message.isConnected && message.value).toBe("See you on Thursday");
  });
});
