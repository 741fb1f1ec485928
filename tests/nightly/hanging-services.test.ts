import { afterAll, expect, test } from "bun:test";

import { startClub } from "#tests/support/executable.ts";
import { startIsbnServices } from "#tests/support/isbn-services.ts";
import { signedIn } from "#tests/support/large-upload.ts";

const neverRespond = () => new Promise<Response>(() => {});
const services = startIsbnServices({ "/": neverRespond });
const club = await startClub({
  environment: {
    ...services.environment,
    AWS_ENDPOINT_URL_SES: services.url,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: "secret",
    EMAIL_FROM: "club@example.org",
    LOG_LEVEL: "error",
  },
});
afterAll(async () => {
  await services.stop();
  await club.stop();
});

test("responds to calls that wait for a hanging service (O04)", async () => {
  const { cookie } = await signedIn(club);
  const headers = { cookie, "content-type": "application/json" };
  const send = (method: string, path: string, body: unknown = {}) =>
    fetch(club.url + path, { method, headers, body: JSON.stringify(body) });
  expect((await send("PATCH", "/api/email/config", { enabled: true })).status).toBe(200);
  const [lookUpResponse, monthlyResponse, testResponse] = await Promise.all([
    fetch(`${club.url}/api/books/isbn/9780141439587`, { headers }),
    send("POST", "/api/email/trigger-monthly"),
    send("POST", "/api/email/test", { email: "mia@example.org" }),
  ]);
  expect(lookUpResponse.status).toBe(504);
  expect((await lookUpResponse.json()).message).toContain("answer");
  // mails are sent after the response
  expect(monthlyResponse.status).toBe(202);
  expect(testResponse.status).toBe(504);
  expect((await testResponse.json()).message).toContain("didn't answer within 10 seconds");
  expect(services.asked.some((path) => path.includes("9780141439587"))).toBe(true);
}, 300_000);
