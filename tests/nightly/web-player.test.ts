import { afterAll, expect, test } from "bun:test";

import { openBrowser } from "#tests/support/browser.ts";
import { startClub } from "#tests/support/executable.ts";
import { multipart, MULTIPART_TYPE } from "#tests/support/forms.ts";
import { png } from "#tests/support/images.ts";
import { signedIn } from "#tests/support/large-upload.ts";
import { m4b } from "#tests/support/m4b.ts";

const club = await startClub();
// cookies are blocked on purpose
const browser = await openBrowser({ provoked: /blocked by CORS policy/ });
/** Another web site: on the club's host at another port, and at another host. */
const otherSite = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: () =>
    new Response("<!doctype html><title>elsewhere</title><body>", { headers: { "content-type": "text/html" } }),
});
afterAll(async () => {
  await browser.close();
  await club.stop();
  await otherSite.stop(true);
});

test("reads, shows and plays a feed on another site", async () => {
  const { cookie, bookId } = await signedIn(club);
  const post = async (path: string, body: BodyInit, type: string) => {
    const response = await fetch(club.url + path, { method: "POST", headers: { cookie, "content-type": type }, body });
    if (!response.ok) throw new Error(await response.text());
    return response;
  };
  const upload = (kind: string, filename: string, data: Uint8Array) =>
    post(
      `/api/upload/${kind}`,
      multipart([
        { name: "bookId", data: String(bookId) },
        { name: kind, filename, data },
      ]),
      MULTIPART_TYPE,
    );
  await upload("audiobook", "emma.m4b", m4b({ seconds: 20 }));
  await upload("cover", "emma.png", await png());
  const { url } = await (await post("/api/profile/feeds/podcast", "{}", "application/json")).json();
  const { pathname } = new URL(url);
  const page = await browser.page({ club });
  for (const host of ["127.0.0.1", "localhost"]) {
    await page.goto(`http://${host}:${otherSite.port}/`);
    const feedState = await page.evaluate(async (feed) => {
      const xml = new DOMParser().parseFromString(await (await fetch(feed)).text(), "text/xml");
      const toFeedUrl = (address: string | null | undefined) => new URL(new URL(address ?? "").pathname, feed).href;
      const audioUrl = toFeedUrl(xml.querySelector("enclosure")?.getAttribute("url"));
      const image = toFeedUrl(xml.getElementsByTagName("itunes:image")[0]?.getAttribute("href"));
      // a conditional range requires a preflight
      const part = await fetch(audioUrl, { headers: { Range: "bytes=10-19", "If-Range": '"x"' } });
      const rangeResponse = await fetch(audioUrl, { headers: { Range: "bytes=10-19" } });
      const cookieOutcome = await fetch(audioUrl, { credentials: "include" }).then(
        () => "read",
        () => "refused",
      );
      const audio = document.createElement("audio");
      const imageElement = document.createElement("img");
      for (const part of [audio, imageElement]) part.crossOrigin = "anonymous";
      const loadOutcome = new Promise<string>((resolve) => {
        imageElement.onload = () => resolve(`${imageElement.naturalWidth} wide`);
        imageElement.onerror = () => resolve("nothing");
      });
      audio.muted = true;
      [audio.src, imageElement.src] = [audioUrl, image];
      await audio.play();
      await new Promise((resolve) => audio.addEventListener("timeupdate", resolve, { once: true }));
      return {
        part: part.status,
        half: [rangeResponse.status, rangeResponse.headers.get("content-range")?.startsWith("bytes 10-19/")],
        withCookies: cookieOutcome,
        isPlaying: !audio.paused,
        shown: await loadOutcome,
      };
    }, club.url + pathname);
    const expectedRange = [206, true];
    expect(feedState).toEqual({
      part: 200,
      half: expectedRange,
      withCookies: "refused",
      isPlaying: true,
      shown: "1400 wide",
    });
  }
  await page.close();
}, 300_000);
