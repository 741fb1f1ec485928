import { expect, test } from "bun:test";

import { createApp } from "#server/app.ts";

import { accessOf, makeCall } from "./support/access-call.ts";
import { createWorld, type World } from "./support/access-world.ts";
import { createClub, type Person } from "./support/club.ts";
import { SAMPLE_CALLS } from "./support/sample-calls.ts";
import { madeBy } from "./support/tested-resource.ts";

/** How mia relates to the meeting that a row's call is about. */
const HOST_SETUPS: Record<string, (world: World, meeting: number) => Promise<Response>> = {
  "its host": nameHost,
  "its host of before": async (world, meeting) => {
    await nameHost(world, meeting);
    return world.admin.call("DELETE", `/api/meetings/${meeting}/host`);
  },
  "the host of another meeting": async (world) =>
    nameHost(world, await madeBy(world.admin, "/api/meetings", { date: "2027-02-10", time: "19:00", location: "" })),
  "its host once it's over": async (world, meeting) => {
    await nameHost(world, meeting);
    return world.admin.call("PATCH", `/api/meetings/${meeting}`, { date: "2020-01-08" });
  },
};

test.each(Object.entries(HOST_SETUPS))(
  "calls for admins and a meeting's host: responses to %s",
  async (hostKind, makeHost) => {
    const forHosts = await listForHosts();
    expect(forHosts.length).toBeGreaterThanOrEqual(7);
    for (const row of forHosts) {
      const world = await createWorld();
      const to = async (...worldAndPerson: [World, Person]) => {
        const path = (await row.to?.(...worldAndPerson)) ?? "";
        const { id } = world.club.db.query<{ id: number }, []>("SELECT max(id) AS id FROM meetings").get() ?? { id: 0 };
        expect((await makeHost(world, id)).status).toBe(200);
        return path;
      };
      try {
        const result = await makeCall(world, { ...row, to }, world.member);
        expect(`${row.call}: ${result}`).toBe(`${row.call}: ${hostKind === "its host" ? row.gets[2] : 403}`);
      } finally {
        await world.close();
      }
    }
  },
);

/** The rows of routes with the host guard. */
async function listForHosts() {
  const club = await createClub();
  const { routes } = createApp(club.deps);
  club.close();
  const forHosts = routes.filter(({ hooks }) => accessOf(hooks.detail?.security) === "host");
  const calls = forHosts.map(({ method, path }) => `${method} ${path}`);
  return SAMPLE_CALLS.filter(({ call }) => calls.includes(call));
}

function nameHost({ admin, member: { user } }: World, meeting: number): Promise<Response> {
  return admin.call("PUT", `/api/meetings/${meeting}/host`, { username: user.username });
}
