import { afterEach, beforeEach, expect, test } from "bun:test";
import { copyFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";

import { until } from "#tests/support/poll-until.ts";
import { createUpdatedClub } from "#tests/support/updated-club.ts";

let club: Awaited<ReturnType<typeof createUpdatedClub>>;
beforeEach(async () => {
  club = await createUpdatedClub();
}, 300_000);
afterEach(() => club.remove());

test("runs the new file with its checksum, keeps the old one", async () => {
  writeFileSync(club.at("new"), "\n", { flag: "a" });
  const [oldHash, newHash] = [club.hash("bin/bookclub"), club.hash("new")];
  expect(await club.updated(club.at("new"), newHash.toUpperCase())).toMatchObject({ code: 0 });
  expect([club.hash("bin/bookclub"), club.hash("bin/bookclub.old")]).toEqual([newHash, oldHash]);
  expect(await club.answers()).toBe(true);
  expect(club.isUnfinished()).toBe(false);
}, 300_000);

test("checks the club's own port, and rolls back without response", async () => {
  expect(await club.updatedWith({ HEALTH: "" }, club.at("new"))).toMatchObject({ code: 0 });
  const { code, said } = await club.updatedWith({ HEALTH: "" }, club.at("bad"));
  expect([code, said]).toEqual([1, expect.stringContaining("runs the old version again")]);
  expect(await club.answers()).toBe(true);
}, 300_000);

test("a wrong checksum, given or beside the file, changes nothing", async () => {
  const hashBefore = club.hash("bin/bookclub");
  expect(await club.updated(club.at("new"), "0".repeat(64))).toMatchObject({ code: 1 });
  writeFileSync(club.at("SHA256SUMS"), `${"0".repeat(64)}  new\n`);
  const { code, said } = await club.updated(club.at("new"));
  expect([code, said]).toEqual([1, expect.stringContaining("The checksum is wrong")]);
  writeFileSync(club.at("SHA256SUMS"), `${club.hash("new")}  new\n`);
  expect(await club.updated(club.at("new"))).toMatchObject({ code: 0 });
  expect(club.hash("bin/bookclub")).toBe(hashBefore);
}, 300_000);

test("changes nothing if the doctor fails or the file is missing", async () => {
  const before = club.hash("bin/bookclub");
  writeFileSync(club.at("sick"), "#!/bin/sh\nexit 1\n");
  // the club's own doctor finds nothing wrong
  await club.makeHealthy();
  expect(await club.updated(club.at("sick"))).toMatchObject({ code: 1 });
  expect(await club.updated(club.at("nothing"))).toMatchObject({ code: 1 });
  expect(club.hash("bin/bookclub")).toBe(before);
  expect(await club.answers()).toBe(true);
}, 300_000);

test("changes nothing for an empty file, whatever a checksum says", async () => {
  const before = club.hash("bin/bookclub");
  writeFileSync(club.at("empty"), "");
  for (const checksum of [[], [club.hash("empty")]]) {
    const { code, said } = await club.updated(club.at("empty"), ...checksum);
    expect([code, said]).toEqual([1, expect.stringContaining("or it's empty")]);
  }
  expect([club.hash("bin/bookclub"), await club.answers(), club.isUnfinished()]).toEqual([before, true, false]);
}, 300_000);

test("changes nothing for another processor's file, says why", async () => {
  writeFileSync(club.at("modern"), "#!/bin/sh\nkill -ILL $$\n");
  const before = club.hash("bin/bookclub");
  const { code, said } = await club.updated(club.at("modern"));
  expect([code, said]).toEqual([1, expect.stringContaining("must know AVX2")]);
  expect([club.hash("bin/bookclub"), await club.answers()]).toEqual([before, true]);
}, 300_000);

test("rolls back a version that doesn't answer, with its data", async () => {
  const before = club.hash("bin/bookclub");
  const { code, said } = await club.updated(club.at("bad"));
  expect([code, said]).toEqual([1, expect.stringContaining("runs the old version again")]);
  expect([club.hash("bin/bookclub"), await club.answers(), club.isUnfinished()]).toEqual([before, true, false]);
}, 300_000);

test("rolls back in its second attempt without response", async () => {
  const before = club.hash("bin/bookclub");
  let rolledBackAt = 0;
  using health = Bun.serve({
    port: 0,
    fetch: () => {
      const isOld = statSync(club.at("bin/bookclub")).ino === statSync(club.at("bin/bookclub.old")).ino;
      if (isOld && rolledBackAt === 0) rolledBackAt = Date.now();
      // longer than the script waits once
      return new Response(null, { status: isOld && Date.now() - rolledBackAt > 6000 ? 200 : 500 });
    },
  });
  const { code, said } = await club.updatedWith({ HEALTH: health.url.href }, club.at("bad"));
  expect([code, said]).toEqual([1, expect.stringContaining("runs the old version again")]);
  expect([club.hash("bin/bookclub"), await club.answers(), club.isUnfinished()]).toEqual([before, true, false]);
}, 300_000);

test("changes nothing for a missing or empty checksum", async () => {
  const before = club.hash("bin/bookclub");
  writeFileSync(club.at("new"), "\n", { flag: "a" });
  expect(await club.updated(club.at("new"), "")).toMatchObject({ code: 1 });
  for (const checksumText of [
    "",
    `${club.hash("new")}  other\n`,
    `${club.hash("new")}  renew\n`,
    `${club.hash("new")}\n`,
  ]) {
    writeFileSync(club.at("SHA256SUMS"), checksumText);
    const { code, said } = await club.updated(club.at("new"));
    expect([checksumText, code, said]).toEqual([checksumText, 1, expect.stringContaining("doesn't name new")]);
  }
  expect([club.hash("bin/bookclub"), await club.answers()]).toEqual([before, true]);
}, 300_000);

test("reads checksums as sha256sum does", async () => {
  writeFileSync(club.at("new"), "\n", { flag: "a" });
  const line = `${club.hash("new")}  new`;
  for (const checksumText of [
    `${line}\r\n`,
    line.replace("  ", " *"),
    `${line}\n${line}\n`,
    line.toUpperCase().replace("NEW", "new"),
  ]) {
    writeFileSync(club.at("SHA256SUMS"), checksumText);
    expect([checksumText, await club.updated(club.at("new"))]).toMatchObject([checksumText, { code: 0 }]);
  }
  writeFileSync(club.at("SHA256SUMS"), `${line}\n${"0".repeat(64)}  new\n`);
  expect(await club.updated(club.at("new"))).toMatchObject({ code: 1 });
}, 300_000);

test("ends a hanging doctor, even if it ignores signals", async () => {
  const before = club.hash("bin/bookclub");
  for (const trapLine of ["", "trap '' TERM\n"]) {
    club.write("hanging", `#!/bin/sh\n${trapLine}while :; do sleep 1; done\n`);
    const { code, said } = await club.updated(club.at("hanging"));
    expect([code, said]).toEqual([1, expect.stringContaining("doesn't come to an end")]);
  }
  expect([club.hash("bin/bookclub"), await club.answers()]).toEqual([before, true]);
}, 300_000);

test("changes nothing for another program", async () => {
  const before = club.hash("bin/bookclub");
  writeFileSync(club.at("page"), "<!doctype html><title>Not found</title>");
  expect(await club.updated(club.at("page"))).toMatchObject({ code: 1 });
  expect([club.hash("bin/bookclub"), await club.answers()]).toEqual([before, true]);
}, 300_000);

test("changes nothing while another update runs", async () => {
  const before = club.hash("bin/bookclub");
  await club.makeHealthy();
  club.write("first", `#!/bin/sh\n[ "$1" = doctor ] || exec ${club.program} "$@"\n: > ${club.at("asked")}; sleep 3\n`);
  club.write("sick", "#!/bin/sh\nexit 1\n");
  const firstUpdate = club.update(club.at("first"));
  await until(() => existsSync(club.at("asked")));
  const { code, said } = await club.updated(club.at("sick"));
  expect([code, said]).toEqual([1, expect.stringContaining("Another update is at work")]);
  expect([await firstUpdate.exited, club.hash("bin/bookclub"), club.hash("bin/bookclub.old")]).toEqual([
    0,
    club.hash("first"),
    before,
  ]);
  // and no process holds the lock afterward
  expect(await club.updated(club.at("new"))).toMatchObject({ code: 0 });
}, 300_000);

test("rolls back even after its terminal was closed", async () => {
  const before = club.hash("bin/bookclub");
  await club.updatedInto("head -n 1", club.at("bad"));
  expect([club.hash("bin/bookclub"), await club.answers(), club.isUnfinished()]).toEqual([before, true, false]);
}, 300_000);

test("rolls back even after SIGTERM", async () => {
  const before = club.hash("bin/bookclub");
  const updateProcess = club.update(club.at("bad"));
  await until(() => club.hash("bin/bookclub") !== before);
  const signal = ["pkill", "-TERM", "-f", `${club.at("update")} --switch`];
  await until(() => Bun.spawnSync(signal).exitCode === 0);
  expect([await updateProcess.exited, club.hash("bin/bookclub"), await club.answers(), club.isUnfinished()]).toEqual([
    1,
    before,
    true,
    false,
  ]);
}, 300_000);

/** A version that starts, but can't restore. */
const stubbornProgram = () => `#!/bin/sh\n[ "$1" = restore ] && exit 1\nexec ${club.program} "$@"\n`;

test("rolls back with a copy that the old version can't restore", async () => {
  club.write("stubborn", stubbornProgram());
  expect(await club.updated(club.at("stubborn"))).toMatchObject({ code: 0 });
  const before = club.hash("bin/bookclub");
  for (let run = 0; run < 2; run += 1) {
    const { code, said } = await club.updated(club.at("bad"));
    expect([code, said]).toEqual([1, expect.stringContaining("runs the old version again")]);
    expect(said).toContain("couldn't be restored");
    expect([club.hash("bin/bookclub"), await club.answers(), club.isUnfinished()]).toEqual([before, true, false]);
  }
  expect(await club.updated(club.at("new"))).toMatchObject({ code: 0 });
  expect(await club.answers()).toBe(true);
}, 300_000);

test("keeps a copy that can't be restored, starts", async () => {
  club.write("stubborn", stubbornProgram());
  expect(await club.updated(club.at("stubborn"))).toMatchObject({ code: 0 });
  // the copy is cut off, as by a failing disk, when the old version is asked to restore it
  const copiesPath = club.at("storage/backups");
  club.write(
    "bin/bookclub.cut",
    `#!/bin/sh\nif [ "$1" = restore ]; then truncate -s 5000 ${copiesPath}/*.db; exit 1; fi\nexec ${club.program} "$@"\n`,
  );
  renameSync(club.at("bin/bookclub.cut"), club.at("bin/bookclub"));
  for (let run = 0; run < 2; run += 1) {
    const { code, said } = await club.updated(club.at("bad"));
    expect([code, said]).toEqual([1, expect.stringContaining("couldn't be restored")]);
    expect(club.hash("bin/bookclub")).toEqual(club.hash("bad"));
    expect(club.isUnfinished()).toBe(true);
    process.kill(Number(readFileSync(club.at("pid"), "utf8")), 0);
  }
}, 300_000);

test("waits for a club that upgrades its data", async () => {
  club.write(
    "slow",
    `#!/bin/sh
[ "$1" = serve ] && BUN_BE_BUN=1 ${club.program} -e '
  const upgrading = Response.json({ status: "upgrading" }, { status: 503 });
  const server = Bun.serve({ port: process.env.PORT, hostname: "127.0.0.1", fetch: () => upgrading.clone() });
  setTimeout(() => process.exit(0), 9000);
'
exec ${club.program} "$@"
`,
  );
  const pendingUpdate = club.updated(club.at("slow"));
  await until(async () => (await fetch(club.url).catch(() => null))?.status === 503);
  expect((await club.updated(club.at("new"))).said).toContain("Another update is at work");
  const { code, said } = await pendingUpdate;
  expect([code, said]).toEqual([0, expect.stringContaining("is upgrading its data")]);
}, 300_000);

test("accepts a unit's name with its suffix", async () => {
  expect(await club.updatedWith({ SERVICE: "bookclub.service" }, club.at("bad"))).toMatchObject({ code: 1 });
  expect(await club.answers()).toBe(true);
}, 300_000);

test("a folder without a club changes nothing", async () => {
  writeFileSync(club.at("unit"), `STORAGE_DIR=${club.at("path")}`);
  const { code, said } = await club.updated(club.at("new"));
  expect([code, said]).toEqual([1, expect.stringContaining("There is no club in")]);
}, 300_000);

test.each(["new", "bad"])(
  "whatever step of an update to a %s version fails, the club runs, and another update succeeds",
  async (name) => {
    await club.updated(club.at(name));
    const steps = club.steps().length;
    copyFileSync(club.at("new"), club.at("again"));
    for (let index = 1; index <= steps; index += 1) {
      await club.updatedWith({ FAIL_AT: String(index) }, club.at(name));
      const step = club.steps()[index - 1] ?? "";
      expect([step, await until(club.answers).catch(() => false)]).toEqual([step, true]);
      expect([step, await club.updated(club.at("again"))]).toMatchObject([step, { code: 0 }]);
    }
    console.log(`failed each of ${steps} steps of an update to a ${name} version`);
  },
  1_200_000,
);

test.each(["new", "bad"])(
  "after a power cut before any step of an update to a %s version, another update leaves a club that runs",
  async (name) => {
    await club.updated(club.at(name));
    const steps = club.steps();
    const switchStep = steps.findIndex((step) => step.endsWith("bookclub.new " + club.at("bin/bookclub")));
    expect(switchStep).toBeGreaterThan(5);
    copyFileSync(club.at("new"), club.at("again"));
    for (const [index, step] of steps.entries()) {
      await club.cutAt(index + 1, club.at(name));
      // until then, the old version is installed
      if (index <= switchStep) expect([step, await until(club.answers)]).toEqual([step, true]);
      expect([step, await club.updated(club.at("again"))]).toMatchObject([step, { code: 0 }]);
      expect([step, await club.answers(), club.isUnfinished()]).toEqual([step, true, false]);
    }
    console.log(`cut before each of ${steps.length} steps of an update to a ${name} version`);
  },
  1_200_000,
);
