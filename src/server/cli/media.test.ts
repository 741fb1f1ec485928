import { beforeEach, describe, expect, test } from "bun:test";
import { mkdirSync, renameSync } from "node:fs";

import { withDeps } from "#server/cli/command.ts";
import { runCommand } from "#server/cli/run.ts";
import { createNightlyBackup } from "#server/operations/backups/nightly.ts";
import { eachBucket } from "#tests/support/bucket-club.ts";
import { addAudiobook } from "#tests/support/club-folders.ts";
import { m4b } from "#tests/support/m4b.ts";

const { at, s3, environment } = eachBucket();
beforeEach(async () => {
  await withDeps(environment(), async (deps) => {
    await deps.disk.prepare();
    await addAudiobook(deps, "Emma", m4b({ padding: 500_000 }));
  });
});

async function runMedia(args: string[], settings: Record<string, string> = {}) {
  const output: string[] = [];
  const print = (line: string) => void output.push(line);
  const code = await runCommand(args, { environment: environment(settings), print: print, printError: print });
  return { code, said: output.join("\n") };
}
const S3_SETTINGS = { MEDIA: "s3" };
const listAudiobooks = () => [...new Bun.Glob("storage/books/*/*.m4b").scanSync(at())];

describe("moving books", () => {
  test("needs MEDIA=s3 in one direction, and a bucket in both", async () => {
    expect(await runMedia(["media", "to-s3"])).toEqual({ code: 1, said: expect.stringContaining("Set MEDIA=s3") });
    expect(await runMedia(["media", "to-disk"], { S3_BUCKET: "" })).toMatchObject({ code: 1 });
    expect(await runMedia(["media", "to-s3"], { ...S3_SETTINGS, S3_BUCKET: "" })).toEqual({
      code: 1,
      said: expect.stringContaining("MEDIA=s3 needs S3_BUCKET"),
    });
    expect([listAudiobooks().length, s3.objects.size]).toEqual([1, 0]);
  });

  test("says what was moved, and does nothing when run again", async () => {
    expect(await runMedia(["media", "to-s3"], S3_SETTINGS)).toEqual({
      code: 0,
      said: expect.stringMatching(/^Moved 1 file \(\d+ kB\) to the bucket\. All books are there\.$/),
    });
    expect([listAudiobooks().length, s3.objects.size]).toEqual([0, 1]);
    expect(await runMedia(["media", "to-s3"], S3_SETTINGS)).toMatchObject({ code: 0 });
    expect(await runMedia(["verify"], S3_SETTINGS)).toMatchObject({ code: 0 });
    expect(await runMedia(["media", "to-disk"])).toMatchObject({ code: 0 });
    expect([listAudiobooks().length, s3.objects.size]).toEqual([1, 1]);
  });

  test("says why a bucket won't accept a book, which stays", async () => {
    s3.make("full");
    expect(await runMedia(["media", "to-s3"], S3_SETTINGS)).toEqual({ code: 1, said: "bookclub: The bucket is full." });
    expect(listAudiobooks()).toHaveLength(1);
    s3.make(null);
    await runMedia(["media", "to-s3"], S3_SETTINGS);
    s3.objects.clear();
    const { code, said } = await runMedia(["media", "to-disk"]);
    expect([code, said]).toEqual([1, expect.stringContaining("neither here nor in the bucket")]);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["region", { S3_REGION: "eu-central-1" }, /S3_REGION/],
    ["key", { S3_ACCESS_KEY_ID: "AKIAOTHER" }, /S3_ACCESS_KEY_ID/],
    ["secret", { S3_SECRET_ACCESS_KEY: "other" }, /S3_SECRET_ACCESS_KEY/],
    ["address", { S3_ENDPOINT: "http://127.0.0.1:9" }, /can't be reached/],
  ])("names the invalid setting: %s", async (_, setting, words) => {
    expect(await runMedia(["media", "to-s3"], { ...S3_SETTINGS, ...setting })).toEqual({
      code: 1,
      said: expect.stringMatching(words),
    });
    expect(listAudiobooks()).toHaveLength(1);
  });
});

test("doesn't count files of a missing folder as moved", async () => {
  renameSync(at("storage/books"), at("away"));
  mkdirSync(at("storage/books"));
  const missingResult = { code: 1 as const, said: expect.stringContaining("mount its disk") };
  expect(await runMedia(["media", "to-disk"])).toEqual(missingResult);
  expect(await runMedia(["media", "to-s3"], S3_SETTINGS)).toEqual(missingResult);
  renameSync(at("away"), at("storage/books"));
  expect(await runMedia(["media", "to-s3"], S3_SETTINGS)).toMatchObject({ code: 0 });
});

test("restores books from the bucket on an empty machine", async () => {
  await runMedia(["media", "to-s3"], S3_SETTINGS);
  expect(await withDeps(environment(S3_SETTINGS), createNightlyBackup)).toMatchObject({ outcome: "whole" });
  const key = [...s3.objects.keys()].find((name) => name.startsWith("backups/"));
  const emptySettings = { ...S3_SETTINGS, STORAGE_DIR: at("empty") };
  expect(await runMedia(["restore", `s3://club/${key}`], emptySettings)).toEqual({
    code: 0,
    said: expect.stringContaining("Not in it, but in the bucket: 1 audiobook."),
  });
  expect(await runMedia(["verify"], emptySettings)).toMatchObject({ code: 0 });
  expect(await runMedia(["media", "to-disk"], { ...emptySettings, MEDIA: "disk" })).toMatchObject({ code: 0 });
  expect([...new Bun.Glob("empty/books/*/*.m4b").scanSync(at())]).toHaveLength(1);
  s3.objects.delete([...s3.objects.keys()].find((name) => name.endsWith(".m4b")) ?? "");
  expect(await runMedia(["verify"], { ...emptySettings, MEDIA: "disk" })).toMatchObject({ code: 0 });
});

describe("the doctor", () => {
  const runDoctor = async (settings: Record<string, string>) => (await runMedia(["doctor"], settings)).said;

  test("says where books are, and what is left to do", async () => {
    expect(await runDoctor({})).not.toContain("Books");
    expect(await runDoctor(S3_SETTINGS)).toContain("Not in the bucket yet, and served from this disk: 1 book file.");
    await runMedia(["media", "to-s3"], S3_SETTINGS);
    expect(await runDoctor(S3_SETTINGS)).toContain("They are served from the bucket.");
    expect(await runDoctor({})).toContain("Only in the bucket: 1 book file.");
  });

  test("mentions keys of a bucket that has no name", async () => {
    const words = "S3_BUCKET isn't set, so backups aren't copied";
    expect(await runDoctor({ S3_BUCKET: "" })).toContain(words);
    expect(await runDoctor({})).not.toContain(words);
  });

  test("reports an unreadable bucket, or one over http", async () => {
    expect(await runDoctor(S3_SETTINGS)).toContain("CORS rule doesn't let");
    expect(await runDoctor({ ...S3_SETTINGS, PUBLIC_URL: "https://club.example.org" })).toContain(
      "S3_ENDPOINT is not https",
    );
    s3.allow("http://127.0.0.1:3000");
    expect(await runDoctor({ ...S3_SETTINGS, PORT: "3000" })).not.toContain("CORS");
  });
});
