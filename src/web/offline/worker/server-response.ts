import { CAPTIVE_PORTAL_STATUS } from "#contract/error-codes.ts";
import { SERVER_HEADER } from "#contract/headers.ts";

/** Opens a member's page from the network, so that a captive portal can show its own. */
export const FROM_NETWORK_PARAM = "from-network";

/** False for the response of a login proxy or captive portal. */
export function isServerResponse({ status, ok, type, headers }: Response): boolean {
  // The server is down or failing, or an image comes from its bucket.
  if (status >= 500 || type === "opaque") return status !== CAPTIVE_PORTAL_STATUS;
  const isFromBucket = type === "cors" && ok && isImage(headers);
  return headers.has(SERVER_HEADER) || isFromBucket;
}

export const isImage = (headers: Headers): boolean => headers.get("content-type")?.startsWith("image/") === true;

/** False for a proxy's 404 while the server restarts. */
export const isMissing = ({ status, headers }: Response): boolean => status === 404 && headers.has(SERVER_HEADER);

export const isServerPage = (html: string): boolean => html.includes('id="root"') && html.includes('id="old-browser"');

/** A proxy that loses its connection may truncate a response. @throws SyntaxError */
export async function requireWholeJson(response: Response): Promise<void> {
  if (response.headers.get("content-type")?.startsWith("application/json")) await response.clone().json();
}
