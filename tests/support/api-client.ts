/** The cookies a response sets, as a request sends them. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Calls a running club over the network, with a cookie once signed in. */
export function apiClient(url: string, cookie = "") {
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    url,
    cookie,
    call,
    /** Starts a session. Throws with the club's message when rejected. */
    admitted: async (path: string, body: unknown) => {
      const response = await call("POST", path, body);
      if (!response.ok) throw new Error(await response.text());
      return apiClient(url, cookiesOf(response));
    },
  };
}

export type ApiClient = ReturnType<typeof apiClient>;
