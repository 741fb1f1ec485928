import { request } from "#web/api/request.ts";

/** A section's document, without showing it. @throws Error when it can't be loaded */
export async function fetchSection(url: string, signal?: AbortSignal): Promise<Document> {
  const response = await request("GET", url, signal ? { signal } : {});
  if (!response.ok) throw new Error(`${response.status}`);
  const isXml = (response.headers.get("content-type") ?? "").startsWith("application/xhtml");
  return new DOMParser().parseFromString(await response.text(), isXml ? "application/xhtml+xml" : "text/html");
}
