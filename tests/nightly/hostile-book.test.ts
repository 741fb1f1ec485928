import { afterAll, expect, test } from "bun:test";

import { startReaderClub } from "#tests/support/browser-club.ts";
import { chapterFrame, pressInBars } from "#tests/support/reader-page.ts";
import { bookOf } from "#tests/support/reading-book.ts";

/** An EPUB with every payload in our list, none of which may contact `outside`. */
function hostileBook(outside: string): Buffer {
  const hackScript = "window.hacked=1;parent.hacked=1;alert(1)";
  const payloads = `
    <script>${hackScript}</script>
    <script src="${outside}/a.js"></script><script src="../own.js"></script>
    <h:script xmlns:h="http://www.w3.org/1999/xhtml">${hackScript}</h:script>
    <img src="${outside}/a.png" onerror="${hackScript}" alt=""/><img src="x" onerror="${hackScript}" alt=""/>
    <iframe src="${outside}/frame"></iframe><iframe srcdoc="&lt;script&gt;${hackScript}&lt;/script&gt;"></iframe>
    <iframe src="javascript:${hackScript}"></iframe>
    <object data="${outside}/object"></object><embed src="${outside}/embed"/>
    <video src="${outside}/v.mp4" poster="${outside}/p.png" autoplay="autoplay"></video>
    <audio src="${outside}/a.mp3" autoplay="autoplay"></audio>
    <form action="${outside}/form" method="post"><input name="a" autofocus="autofocus" onfocus="${hackScript}"/><button>Send</button></form>
    <p><a href="javascript:${hackScript}">One</a> <a href="&#106;avascript:${hackScript}">Two</a> <a href="data:text/html,&lt;script&gt;${hackScript}&lt;/script&gt;">Three</a>
    <a href="${outside}/link" target="_top" ping="${outside}/ping">Four</a> <a href="file:///etc/passwd">Five</a></p>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="${hackScript}" width="20" height="20">
      <script>${hackScript}</script><use xlink:href="${outside}/s.svg#a"/><image xlink:href="${outside}/i.png" width="9" height="9"/>
      <a xlink:href="javascript:${hackScript}"><text y="10">S</text></a><set attributeName="onmouseover" to="${hackScript}"/>
      <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${outside}/deep"></iframe></foreignObject></svg>
    <math xmlns="http://www.w3.org/1998/Math/MathML"><maction actiontype="statusline" href="javascript:${hackScript}"><mtext>M</mtext></maction></math>
    <p style="background:url(${outside}/style.png)">Styled</p>
    <noscript><iframe src="${outside}/noscript"></iframe><img src="${outside}/noscript.png" alt=""/><script>${hackScript}</script>
      <meta http-equiv="refresh" content="0;url=${outside}/noscript-refresh"/><link rel="preconnect" href="${outside}"/></noscript>
    <noembed><iframe src="${outside}/noembed"></iframe></noembed><xmp><img src="${outside}/xmp.png" alt=""/></xmp>
    <template><img src="${outside}/template.png" alt=""/></template><video><source src="${outside}/source.mp4"/></video>
    <svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><a id="l"><set attributeName="href" to="javascript:${hackScript}"/><text y="10">L</text></a>
      <image x:href="${outside}/x.png"/><rect fill="url(${outside}/paint.svg#a)"/><style>@import "${outside}/svg.css";</style></svg>
    <math xmlns="http://www.w3.org/1998/Math/MathML"><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=${outside}/mutated onerror=${hackScript}&gt;"/></mglyph></table></mtext></math>
    <p>The end of the page</p>`;
  const head = `
    <meta http-equiv="refresh" content="0;url=${outside}/refresh"/><base href="${outside}/base/"/>
    <link rel="preconnect" href="${outside}"/><link rel="dns-prefetch" href="${outside}"/>
    <link rel="prefetch" href="${outside}/prefetch"/><link rel="preload" as="image" href="${outside}/preload.png"/>
    <link rel="stylesheet preconnect" href="${outside}/a.css"/><link rel="stylesheet" href="../own.css"/>
    <link rel="manifest" href="${outside}/m.json"/><link rel="icon" href="${outside}/i.ico"/>
    <style>@import url("${outside}/i.css"); @font-face{font-family:x;src:url("${outside}/f.woff2")} body{font-family:x;background:url("${outside}/b.png")}</style>`;
  return bookOf({
    head,
    chapters: [
      { title: "Well-formed", body: payloads },
      { title: "Broken", body: `${payloads}<p>not & <b>closed</p>` },
      { title: "Hidden", body: `<title/><style/><textarea/>${payloads}` },
    ],
    more: [
      { name: "own.js", type: "text/javascript", data: hackScript },
      {
        name: "own.css",
        type: "text/css",
        data: `@import "${outside}/own.css"; p { background: url(${outside}/own.png) }`,
      },
    ],
  });
}

/** Counts connections, because even one reveals who reads what. */
let connections = 0;
const outside = Bun.listen({
  hostname: "127.0.0.1",
  port: 0,
  socket: {
    open: (socket) => {
      connections += 1;
      socket.end();
    },
    data: () => undefined,
  },
});
const book = hostileBook(`http://127.0.0.1:${outside.port}`);
// the book's attempts are blocked, and Chromium logs them
const expectedErrors = /Content Security Policy|sandboxed/;
const { club, adminPage, bookId } = await startReaderClub({ ebook: book }, { provoked: expectedErrors });
afterAll(() => outside.stop(true));

test("runs and fetches nothing of a hostile book", async () => {
  const page = await adminPage({ width: 390, height: 780, reducedMotion: true });
  const responses: string[] = [];
  const dialogs: string[] = [];
  // blocked requests are reported too, but have no response
  page.on("response", (response) => responses.push(response.url()));
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  page.context().on("page", (newPage) => responses.push(`a new page: ${newPage.url()}`));
  await page.goto("/read");
  for (const [title, file] of [
    ["Well-formed", "c1.xhtml"],
    ["Broken", "c2.xhtml"],
    ["Hidden", "c3.xhtml"],
  ] as const) {
    await chapterFrame(page);
    await pressInBars(page, "Contents");
    await page.getByRole("button", { name: title }).click();
    const frame = await chapterFrame(page, file);
    expect(await frame.evaluate(() => document.body.textContent)).toContain("The end of the page");
    // within the page, as if in its middle: at an edge, a press that isn't on a link turns the page
    await frame.evaluate(() => {
      const clientX = window.parent.innerWidth / 2 - (window.frameElement?.getBoundingClientRect().left ?? 0);
      for (const element of document.querySelectorAll("a, button, input, text, [onclick]"))
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window, clientX }));
    });
    await Bun.sleep(500);
    const origins = await frame.evaluate(() => [window.origin, "hacked" in window, "hacked" in window.parent]);
    expect(origins).toEqual([club.url, false, false]);
    // an image that was opened in full size
    const closeButton = page.getByRole("button", { name: "Close the table" });
    if (await closeButton.isVisible()) await closeButton.click();
  }
  expect(dialogs).toEqual([]);
  expect(responses.filter((url) => !url.startsWith(club.url) && !/^(?:data|blob):/.test(url))).toEqual([]);
  expect(connections).toBe(0);
  const download = await page.request.get(`/api/download/ebook/${bookId}`);
  expect(Buffer.from(await download.body()).equals(Buffer.from(book))).toBe(true);
}, 300_000);
