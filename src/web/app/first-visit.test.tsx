import { beforeEach, describe, expect, it } from "bun:test";

import { screen } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { expectErrors } from "#tests/support/logged-errors.ts";
import {
  type Api,
  json,
  meeting,
  memberApi,
  nora,
  renderApp,
  serveApi,
  signedOut,
  tellPage,
} from "#tests/support/web.tsx";
import { createQueryClient } from "#web/api/query-client.ts";
import { pageCalls } from "#web/api/request.ts";
import { initialSession, sessionAtom } from "#web/state/session.ts";

import { openVisit } from "./member-routes.tsx";

const never = () => new Promise(() => undefined);

async function visit(api: Api) {
  history.replaceState(null, "", "/");
  tellPage();
  const store = getDefaultStore();
  store.set(sessionAtom, initialSession());
  const { calls } = serveApi(api);
  const queries = createQueryClient();
  await openVisit(store, queries, []);
  return { calls, queries, session: store.get(sessionAtom) };
}

describe("a page on a device that has nothing of the club", () => {
  beforeEach(() => sessionStorage.clear());

  it("has the club's answers when it's drawn first, and asks for each thing once", async () => {
    const { calls, queries, session } = await visit(memberApi);
    expect(session).toEqual({ status: "signed-in", user: nora });
    for (const path of pageCalls("/")) expect(queries.getQueryData([path])).toBeDefined();
    renderApp("/", queries);
    expect(await screen.findByText(meeting.location)).toBeTruthy();
    const paths = calls.map(({ path }) => path);
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted());
  });

  it("doesn't wait for an answer that takes long", async () => {
    const { queries, session } = await visit({ ...memberApi, "GET /api/meetings/current": never });
    expect(session.status).toBe("signed-in");
    expect(queries.getQueryData(["/api/posts"])).toEqual([]);
  });

  it("leads to the sign-in page when the session has ended, and tells of a broken club", async () => {
    expectErrors(/./);
    const { session } = await visit({ ...memberApi, "GET /api/auth/user": signedOut });
    expect(session).toEqual({ status: "signed-out", ended: true });
    const broken = await visit({ ...memberApi, "GET /api/auth/user": json({ message: "Busy" }, 503) });
    expect(broken.session).toEqual({ status: "error", message: "Busy" });
  });
});
