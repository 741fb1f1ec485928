import { SIGNED_OUT } from "#contract/error-codes.ts";
import { REQUEST_ID } from "#contract/headers.ts";

const TEXT_FILE = /^\/api\/books\/\d+\/text\//;

/** False for the response of a login proxy or captive portal. */
export async function isServerResponse(path: string, answer: Response): Promise<boolean> {
  // The server is down or failing, or an image comes from its bucket.
  if (answer.status >= 500 || answer.type === "opaque") return true;
  const type = answer.headers.get("content-type") ?? "";
  if (answer.ok && TEXT_FILE.test(path)) return !type.startsWith("text/html") || answer.headers.has(REQUEST_ID);
  if (answer.ok && type.startsWith("image/")) return true;
  if (!type.startsWith("application/json") || !answer.headers.has(REQUEST_ID)) return false;
  return answer.status !== 401 || (await answer.clone().text()).includes(SIGNED_OUT);
}

export const isServerPage = (html: string): boolean => html.includes('id="root"') && html.includes('id="old-browser"');
