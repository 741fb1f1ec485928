/** Passes a request on to the club, as a proxy does, and gets the whole response without compression. */
export function forwardRequest(
  request: Request,
  club: { url: string },
  body: BodyInit | null = request.body,
): Promise<Response> {
  const { pathname, search, host } = new URL(request.url);
  const headers = new Headers(request.headers);
  // the server's cross-site check compares it
  headers.set("host", host);
  headers.set("accept-encoding", "identity");
  headers.delete("if-none-match");
  return fetch(club.url + pathname + search, { method: request.method, headers, body, redirect: "manual" });
}
