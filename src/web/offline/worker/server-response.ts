import { SIGNED_OUT } from "#contract/error-codes.ts";

const TEXT_FILE = /^\/api\/books\/\d+\/text\//;

/** True for the club's answer to a call, and not that of a login proxy or a hotel's Wi-Fi, which says nothing of the club. */
export async function isServerResponse(path: string, answer: Response): Promise<boolean> {
  // the club is down, or broken; or a picture comes from its bucket
  if (answer.status >= 500 || answer.type === "opaque") return true;
  const type = answer.headers.get("content-type") ?? "";
  if (answer.ok && TEXT_FILE.test(path)) return !type.startsWith("text/html") || answer.headers.has("x-request-id");
  if (answer.ok && type.startsWith("image/")) return true;
  if (!type.startsWith("application/json")) return false;
  return answer.status !== 401 || (await answer.clone().text()).includes(SIGNED_OUT);
}

/** True for a page of the club's, which has its root, its parts and its words for old browsers. */
export const isServerPage = (html: string): boolean => html.includes('id="root"') && html.includes('id="old-browser"');
