import type { Club, Person } from "./club.ts";

type Part = { name: string; filename?: string; data: string | Uint8Array };

const BOUNDARY = "----test-boundary";

/** A multipart body, part by part, so that a test controls order and errors. */
export function multipart(parts: readonly Part[], end = `--${BOUNDARY}--\r\n`) {
  const chunks = parts.flatMap(({ name, filename, data }) => {
    const file = filename === undefined ? "" : `; filename="${filename}"\r\nContent-Type: application/octet-stream`;
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(data), Buffer.from("\r\n")];
  });
  return Buffer.concat([...chunks, Buffer.from(end)]);
}

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

export async function sendForm(
  club: Club,
  person: Pick<Person, "cookie">,
  path: string,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<Response> {
  const request = new Request(`http://localhost${path}`, {
    method: "POST",
    body,
    headers: { cookie: person.cookie, "content-type": MULTIPART_TYPE, ...headers },
  });
  return club.handler.fetch(request);
}
