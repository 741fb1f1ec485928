/**
 * Loads the styles of the pages behind the sign-in; done when they apply. The built app has them as a file of their own,
 * whose address the build fills in: the sign-in page stays within its budget however many pages there are (DESIGN 7).
 * @throws TypeError when they can't be fetched, in the words of a browser that can't fetch a script
 */
export async function loadMemberStyles(): Promise<void> {
  if (process.env.NODE_ENV !== "production") return void (await import("./members.css"));
  const href = process.env["MEMBER_STYLES"] ?? "";
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement("link");
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  link.rel = "stylesheet";
  link.href = href;
  link.addEventListener("load", () => resolve());
  link.addEventListener("error", () => {
    link.remove();
    reject(new TypeError(`Failed to fetch dynamically imported module: ${href}`));
  });
  document.head.append(link);
  await promise;
}
