import { ADMIN_PASSWORD, type RunningClub } from "./executable.ts";

/** The password of the members that `register` creates. */
export const PASSWORD = "Merlot & mystery 1859";

/** The cookies that a response sets, in the format of a request. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Calls a running club over the network, with a cookie once signed in, and with these headers. */
export function apiClient(url: string, cookie = "", headers: Record<string, string> = {}) {
  const call = (method: string, path: string, body?: unknown): Promise<Response> => {
    const isForm = body instanceof FormData;
    return fetch(url + path, {
      method,
      headers: { cookie, ...headers, ...(body === undefined || isForm ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
  };
  return {
    url,
    cookie,
    call,
    /** Starts a session. Throws with the server's message if rejected. */
    admitted: async (path: string, body: unknown) => {
      const response = await call("POST", path, body);
      if (!response.ok) throw new Error(await response.text());
      return apiClient(url, cookiesOf(response), headers);
    },
  };
}

export type ApiClient = ReturnType<typeof apiClient>;

export const callAsAdmin = ({ url }: Pick<RunningClub, "url">, username = "ada"): Promise<ApiClient> =>
  apiClient(url).admitted("/api/auth/login", { username, password: ADMIN_PASSWORD });

export const callAs = ({ url }: Pick<RunningClub, "url">, username: string): Promise<ApiClient> =>
  apiClient(url).admitted("/api/auth/login", { username, password: PASSWORD });

export async function register(club: RunningClub, username: string, displayName = username): Promise<ApiClient> {
  const invitationCode = await club.invite(1);
  const registration = { username, displayName, email: `${username}@example.org`, password: PASSWORD, invitationCode };
  return apiClient(club.url).admitted("/api/auth/register", registration);
}
