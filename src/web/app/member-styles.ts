/** The sign-in page doesn't need it (DESIGN 7). @throws TypeError when it can't be fetched */
export async function loadMemberStyles(): Promise<void> {
  if (process.env.NODE_ENV !== "production") return void (await import("./members.css"));
  const href = process.env["MEMBER_STYLES"] ?? "";
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  await new Promise<void>((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new TypeError(`Failed to fetch dynamically imported module: ${href}`));
    });
    // After the page's own styles, which they override.
    document.body.append(link);
  });
}

/** Those at the page's end could load after the first render. One that fails is skipped. */
export async function waitForStyles(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]");
  const pageLoad = new Promise<void>((resolve) => {
    if (document.readyState === "complete") resolve();
    else addEventListener("load", () => resolve(), { once: true });
  });
  const sheetLoad = (link: HTMLLinkElement) =>
    link.sheet ? undefined : new Promise((resolve) => link.addEventListener("load", resolve, { once: true }));
  await Promise.race([pageLoad, Promise.all([...sheets].map(sheetLoad))]);
}
