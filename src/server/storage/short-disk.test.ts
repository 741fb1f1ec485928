import { afterEach, expect, test } from "bun:test";

import { type Club, createClub, type Person } from "#tests/support/club.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { inspectHere } from "#tests/support/inspect-here.ts";
import { startIsbnServices } from "#tests/support/isbn-services.ts";

import { deleteUnreferencedFiles } from "./stored-files.ts";

const MINUTE_MS = 60_000;

let club: Club;
let freeBytes: number;
afterEach(() => club.close());

/** A club on a disk with `free` bytes, whose clock starts at the files' modification times. */
async function openClub(environment: Record<string, string> = {}) {
  freeBytes = 1e12;
  club = await createClub({ now: new Date().toISOString(), environment, own: { sandbox: inspectHere } });
  const { disk } = club.deps;
  Object.assign(disk, { freeBytes: async () => freeBytes });
  return club.member();
}

async function sendPhoto(who: Person, width: number): Promise<Response> {
  const form = multipart([{ name: "photo", filename: "me.png", data: await png(width) }]);
  return sendForm(club, who, "/api/profile/photo", form);
}

const listStored = async () => (await club.deps.disk.list()).map(({ path }) => `/api/${path}`);
const advanceMinutes = (minutes: number) => club.setTime(new Date(Date.now() + minutes * MINUTE_MS).toISOString());

test("removes replaced photos on a short disk, not those in use", async () => {
  const mia = await openClub();
  const urls: string[] = [];
  for (const width of [60, 61]) urls.push((await (await sendPhoto(mia, width)).json()).photoURL);
  advanceMinutes(60);
  expect(await deleteUnreferencedFiles(club.deps)).toBe(0);
  freeBytes = 1000;
  advanceMinutes(0);
  expect(await deleteUnreferencedFiles(club.deps)).toBe(0);
  advanceMinutes(60);
  expect(await deleteUnreferencedFiles(club.deps)).toBe(1);
  expect(await listStored()).toEqual(urls.slice(1));
});

test("frees the space of replaced photos for a new one", async () => {
  const mia = await openClub();
  for (const width of [60, 61]) expect((await sendPhoto(mia, width)).status).toBe(200);
  advanceMinutes(60);
  const { disk } = club.deps;
  freeBytes = 1000;
  const { delete: remove } = disk;
  Object.assign(disk, { delete: async (path: string) => remove(path).then(() => void (freeBytes = 1e12)) });
  expect((await sendPhoto(mia, 62)).status).toBe(200);
});

test("doesn't fetch a nomination's cover onto a short disk", async () => {
  const image = new Uint8Array(await png());
  const services = startIsbnServices({ "/cover": () => new Response(image) });
  const mia = await openClub(services.environment);
  freeBytes = 1000;
  const emma = { title: "Emma", author: "Jane Austen", coverImage: `${services.url}/cover` };
  expect((await mia.call("POST", "/api/nominations", emma)).status).toBe(507);
  expect([services.asked, await listStored()]).toEqual([[], []]);
  await services.stop();
});
