import { VISIT_PART } from "#contract/first-paint.ts";

export const SHELL_CACHE = "shell";

const SHELL_FILES = 200;

/** From the network, else the stored shell, for every address. */
export async function openPage(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    const isPage = answer.ok && answer.headers.get("content-type")?.startsWith("text/html");
    if (isPage) await storePage(answer.clone()).catch(noRoom);
    return answer;
  } catch (error) {
    const shell = await (await caches.open(SHELL_CACHE)).match("/");
    if (shell) return shell;
    throw error;
  }
}

/** For /assets/, whose names contain a content hash. */
export async function cacheFirst(request: Request): Promise<Response> {
  const stored = await caches.match(request, { cacheName: SHELL_CACHE });
  return stored ?? (await fetchAndStore(request, SHELL_CACHE));
}

export async function networkFirst(request: Request, cacheName: string): Promise<Response> {
  try {
    return await fetchAndStore(request, cacheName);
  } catch (error) {
    const stored = await caches.match(request, { cacheName });
    if (stored) return stored;
    throw error;
  }
}

/** Stores the page, its files, and `parts`. */
export async function storeShell(parts: readonly string[]): Promise<void> {
  const page = await fetch("/", { cache: "no-cache" });
  if (!page.ok) return;
  const html = await storePage(page);
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = ""]) => file);
  await storeParts([...named, ...parts]);
}

async function storeParts(parts: readonly string[]): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const store = async (file: string) => (await cache.match(file)) || cache.add(file);
  await Promise.all([...new Set(parts)].map(store));
}

export async function trimShell(): Promise<void> {
  const cache = await caches.open(SHELL_CACHE);
  const assets = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  await Promise.all(assets.slice(0, -SHELL_FILES).map((file) => cache.delete(file)));
}

async function fetchAndStore(request: Request, cacheName: string): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status !== 200) return answer;
  const copy = answer.clone();
  await caches
    .open(cacheName)
    .then((cache) => cache.put(request, copy))
    .catch(noRoom);
  return answer;
}

async function storePage(page: Response): Promise<string> {
  const html = await page.text();
  const headers = new Headers(page.headers);
  for (const name of ["content-encoding", "content-length", "etag"]) headers.delete(name);
  await (await caches.open(SHELL_CACHE)).put("/", new Response(html.replaceAll(VISIT_PART, ""), { headers }));
  return html;
}

/** The device is full; the response can still be used. */
const noRoom = () => undefined;
