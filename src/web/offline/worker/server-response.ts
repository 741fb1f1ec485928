import { pathPattern } from "#contract/address-of.ts";
import { CAPTIVE_PORTAL_STATUS, SIGNED_OUT } from "#contract/error-codes.ts";
import { SERVER_HEADER } from "#contract/headers.ts";

const TEXT_FILE = pathPattern("GET /api/books/:id/text/*");

/** False for the response of a login proxy or captive portal. */
export async function isServerResponse(path: string, response: Response): Promise<boolean> {
  // The server is down or failing, or an image comes from its bucket.
  if (response.status === CAPTIVE_PORTAL_STATUS) return false;
  if (response.status >= 500 || response.type === "opaque") return true;
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && TEXT_FILE.test(path)) return !type.startsWith("text/html") || response.headers.has(SERVER_HEADER);
  if (response.ok && type.startsWith("image/")) return true;
  if (!type.startsWith("application/json") || !response.headers.has(SERVER_HEADER)) return false;
  return response.status !== 401 || (await response.clone().text()).includes(SIGNED_OUT);
}

/** False for a proxy's 404 while the server restarts. */
export const isMissing = ({ status, headers }: Response): boolean => status === 404 && headers.has(SERVER_HEADER);

export const isServerPage = (html: string): boolean => html.includes('id="root"') && html.includes('id="old-browser"');
