import { decodeQuotedPrintable } from "./ses-server.ts";

/** A mail's parts with their headers, bodies decoded. */
export function partsOf(raw: string): string[] {
  let parts = [raw];
  for (const [, boundary = ""] of raw.matchAll(/boundary="([^"]+)"/g))
    parts = parts.flatMap((part) => part.split(`\r\n--${boundary}`));
  return parts.map((part) => {
    const head = part.slice(0, part.indexOf("\r\n\r\n"));
    const body = part.slice(head.length).trim();
    if (/Encoding: base64/.test(head)) return `${head}\n${Buffer.from(body, "base64").toString()}`;
    return `${head}\n${Buffer.from(decodeQuotedPrintable(body), "latin1").toString()}`;
  });
}

/** The part of this type, such as text/html. */
export const partOf = (parts: readonly string[], type: string): string =>
  parts.find((part) => part.trimStart().startsWith(`Content-Type: ${type}`)) ?? "";
