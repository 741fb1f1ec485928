import { expect, test } from "bun:test";

import { createClub } from "#tests/support/club.ts";
import { perTest } from "#tests/support/each-club.ts";
import { epub } from "#tests/support/epub.ts";
import { multipart, sendForm } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { until } from "#tests/support/poll-until.ts";
import { createUploadClub, filePart } from "#tests/support/upload-club.ts";

const club = perTest(() => createUploadClub());

/** A body that ends when `finish` is called, or never with `leave`. */
function sendHalf(form: Buffer) {
  const remainingHalf = Promise.withResolvers<void>();
  let isAsked = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(form.subarray(0, form.length / 2)),
    pull: async (controller) => {
      isAsked = true;
      await remainingHalf.promise.catch((error: unknown) => controller.error(error));
      controller.enqueue(form.subarray(form.length / 2));
      controller.close();
    },
  });
  return { body, isAsked: () => isAsked, finish: () => remainingHalf.resolve() };
}

test("limits an admin to two book files at a time", async () => {
  const form = multipart([club.id(), filePart("ebook", epub())]);
  const partialUploads = [sendHalf(form), sendHalf(form)];
  const pendingUploads = partialUploads.map(({ body }) => club.upload("ebook", body));
  await until(() => partialUploads.every(({ isAsked }) => isAsked()));
  const thirdResponse = await club.upload("ebook", form);
  expect(thirdResponse.status).toBe(429);
  expect(thirdResponse.headers.get("retry-after")).toBe("5");
  for (const { finish } of partialUploads) finish();
  expect((await Promise.all(pendingUploads)).map(({ status }) => status)).toEqual([201, 201]);
  expect((await club.upload("ebook", form)).status).toBe(201);
});

test("a member uploads one photo at a time without blocking others", async () => {
  const [mia, tom] = [club.member("mia"), club.member("tom")];
  const form = multipart([filePart("photo", await png(), "me.png")]);
  const partialUpload = sendHalf(form);
  const pendingUpload = sendForm(club, mia, "/api/profile/photo", partialUpload.body);
  await until(partialUpload.isAsked);
  expect((await sendForm(club, mia, "/api/profile/photo", form)).status).toBe(429);
  expect((await sendForm(club, tom, "/api/profile/photo", form)).status).toBe(200);
  partialUpload.finish();
  expect((await pendingUpload).status).toBe(200);
});

test("counts announced bytes against the free space", async () => {
  const MB = 1024 * 1024;
  let checkCount = 0;
  const freeBytes = async () => {
    checkCount += 1;
    return 36 * MB;
  };
  const disk = { ...club.deps.disk, freeBytes };
  const smallClub = await createClub({ environment: { MAX_UPLOAD_MB: "5" }, own: { disk } });
  const [mia, tom] = [smallClub.member("mia"), smallClub.member("tom")];
  const form = multipart([filePart("photo", await png(), "me.png")]);
  const partialUpload = sendHalf(form);
  const announcedHeaders = { "content-length": String(3 * MB) };
  checkCount = 0;
  const pendingUpload = sendForm(smallClub, mia, "/api/profile/photo", partialUpload.body, announcedHeaders);
  await until(() => partialUpload.isAsked() && checkCount > 1);
  expect((await sendForm(smallClub, tom, "/api/profile/photo", form, announcedHeaders)).status).toBe(507);
  partialUpload.finish();
  expect((await pendingUpload).status).toBe(200);
  expect(smallClub.deps.uploadTracker.expectedBytes()).toBe(0);
  expect((await sendForm(smallClub, tom, "/api/profile/photo", form, announcedHeaders)).status).toBe(200);
  smallClub.close();
});
