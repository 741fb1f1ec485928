import { expect, test } from "bun:test";

import { fireEvent, screen, waitFor } from "@testing-library/react";

import { json, openApp, stored, visitorApi } from "#tests/support/web.tsx";

const meeting = {
  displayName: "Nora",
  date: "2030-01-31",
  time: "19:00",
  location: "14 Willow Street",
  bookTitle: "Emma",
  state: "planned",
  mine: null,
};
const openPage = (api: object) => openApp("/answer?token=1.3.abc&answer=no", { ...visitorApi, ...api });

test("answers by a mail's link signed out, not by opening it", async () => {
  const storedMeeting = stored<object>(meeting);
  const { calls, user } = openPage({
    "GET /api/answer": storedMeeting.read,
    "POST /api/answer": storedMeeting.change((body: object) => ({ mine: { answer: "yes", guests: 2, ...body } })),
  });
  expect(await screen.findByText("Are you coming, Nora?")).toBeTruthy();
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  const [firstButton] = screen.getAllByRole("button");
  expect(firstButton?.textContent).toBe("I can't");
  await user.selectOptions(screen.getByLabelText("Guests"), "2 guests");
  await user.click(screen.getByRole("button", { name: "I'm coming" }));
  expect(await screen.findByText(/^You said "I'm coming" with 2 guests/)).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ token: "1.3.abc", answer: "yes", guests: 2 });
});

test("asks again before it withdraws an answer", async () => {
  const conflict = { message: "Confirm it.", errors: [{ path: "/confirm", message: "You're coming with 2 guests." }] };
  const storedMeeting = stored<object>({ ...meeting, mine: { answer: "yes", guests: 2 } });
  const { calls, user, api } = openPage({
    "GET /api/answer": storedMeeting.read,
    "POST /api/answer": json(conflict, 409),
  });
  await user.click(await screen.findByRole("button", { name: "I can't" }));
  expect(await screen.findByText("You're coming with 2 guests. Your answer would be \"I can't\".")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Keep it as it is" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText(/^You said "I'm coming" with 2 guests/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "I can't" }));
  await user.click(await screen.findByLabelText("Yes, I'm sure"));
  api["POST /api/answer"] = storedMeeting.change(() => ({ mine: { answer: "no", guests: 0 } }));
  await user.click(await screen.findByRole("button", { name: "Save this answer" }));
  expect(await screen.findByText(/^You said "I can't"/)).toBeTruthy();
  const firstBody = { token: "1.3.abc", answer: "no", guests: 2 };
  expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    firstBody,
    firstBody,
    { ...firstBody, confirm: true },
  ]);
});

test("withdraws nothing whatever is pressed twice", async () => {
  const conflict = { message: "Confirm it.", errors: [{ path: "/confirm", message: "You're coming." }] };
  const { calls, user } = openPage({
    "GET /api/answer": { ...meeting, mine: { answer: "yes", guests: 0 } },
    "POST /api/answer": json(conflict, 409),
  });
  await user.click(await screen.findByRole("button", { name: "I can't" }));
  await screen.findByText("Are you sure?");
  const buttons = [...document.querySelectorAll("button")];
  expect(buttons.some(({ textContent }) => textContent === "Save this answer")).toBe(true);
  for (const button of [...buttons.toReversed(), ...buttons]) fireEvent.click(button);
  await waitFor(() => expect(calls.length).toBeGreaterThan(2));
  expect(calls.some(({ body }) => JSON.stringify(body ?? "").includes("confirm"))).toBe(false);
});

test("says when a link is invalid, or the meeting over", async () => {
  const firstApp = openPage({ "GET /api/answer": json({ message: "Not found" }, 404) });
  expect(await screen.findByText("This link doesn't work")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  firstApp.unmount();
  const secondApp = openPage({ "GET /api/answer": { ...meeting, state: "cancelled" } });
  expect(await screen.findByText("This meeting is canceled")).toBeTruthy();
  secondApp.unmount();
  openPage({ "GET /api/answer": { ...meeting, date: "2020-01-31", state: "over" } });
  expect(await screen.findByText("This meeting is over")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "I'm coming" })).toBeNull();
});
