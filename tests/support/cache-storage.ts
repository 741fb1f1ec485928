/** Installs it as the browser's; `Reflect.deleteProperty(globalThis, "caches")` removes it. */
export const useStorage = (storage: Partial<CacheStorage>) =>
  Object.defineProperty(globalThis, "caches", { configurable: true, value: storage });

/**
 * The part of the browser's cache storage that the offline code uses. @param maxBytes its size, as on a small device
 */
export function cacheStorage(maxBytes = Number.POSITIVE_INFINITY): CacheStorage {
  const caches = new Map<string, Map<string, Response>>();
  let usedBytes = 0;
  const href = (key: RequestInfo | URL) =>
    new URL(typeof key === "object" && "url" in key ? key.url : String(key), "http://localhost/").href;
  const open = async (name: string) => {
    const entries = caches.get(name) ?? new Map<string, Response>();
    caches.set(name, entries);
    const put = async (key: RequestInfo | URL, response: Response) => {
      usedBytes += (await response.clone().blob()).size;
      if (usedBytes > maxBytes) throw new DOMException("Quota exceeded.", "QuotaExceededError");
      entries.set(href(key), response);
    };
    const add = async (key: string) => {
      const response = await fetch(key);
      if (!response.ok) throw new TypeError(`${response.status} for ${key}`);
      await put(key, response);
    };
    return {
      put,
      match: async (key: RequestInfo | URL) => entries.get(href(key))?.clone(),
      delete: async (key: RequestInfo | URL) => entries.delete(href(key)),
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      add,
      addAll: async (keys: string[]) => {
        if (new Set(keys.map(href)).size < keys.length)
          throw new DOMException("addAll(): duplicate requests", "InvalidStateError");
        for (const key of keys) await add(key);
      },
    };
  };
  const storage = {
    open,
    keys: async () => [...caches.keys()],
    has: async (name: string) => caches.has(name),
    delete: async (name: string) => caches.delete(name),
    match: async (key: RequestInfo | URL, { cacheName }: { cacheName: string }) =>
      caches.get(cacheName)?.get(href(key))?.clone(),
  };
  return storage as unknown as CacheStorage;
}
