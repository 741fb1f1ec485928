/** The cookies that an answer sets, as a request sends them. */
function cookieOf(response: Response): string {
  const cookies = response.headers.getSetCookie();
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** Somebody who calls a running club over the network, with their cookie once signed in. */
export function caller(url: string, cookie = "") {
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
    /** Makes a call that starts a session. Throws with the club's words when it is refused. */
    admitted: async (path: string, body: unknown) => {
      const response = await call("POST", path, body);
      if (!response.ok) throw new Error(await response.text());
      return caller(url, cookieOf(response));
    },
  };
}

export type Caller = ReturnType<typeof caller>;
