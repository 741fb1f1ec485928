import { author } from "./request.ts";

// apart from request.ts, which visitors load, too

/** Makes the calls that `send` begins at once as the member's who wrote what waited: the tab may be another's by now. */
export function sendAs<T>(memberId: number, send: () => T): T {
  author.id = memberId;
  try {
    return send();
  } finally {
    author.id = null;
  }
}
