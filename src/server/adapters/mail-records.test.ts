import { afterAll, beforeAll, expect, test } from "bun:test";
import { createSocket, type Socket } from "node:dgram";

import { findMailRecords } from "./mail-records.ts";

/** Text records by name; null for a name that exists without one. */
const ZONE: Record<string, string[] | null> = {
  "club.example": ["google-site-verification=x", "v=spf1 include:mail.example -all"],
  "_dmarc.club.example": ["v=DMARC1; p=none"],
  "selector1._domainkey.club.example": ["v=DKIM1; k=rsa; p=MIGfMA0"],
  "bare.example": null,
};
let dns: Socket;
let silentServer: Socket;
const listen = (isAnswering: boolean) =>
  new Promise<Socket>((resolve) => {
    const socket = createSocket("udp4");
    if (isAnswering) socket.on("message", (query, { port, address }) => socket.send(answerTo(query), port, address));
    socket.bind(0, "127.0.0.1", () => resolve(socket));
  });
beforeAll(async () => {
  [dns, silentServer] = [await listen(true), await listen(false)];
});
afterAll(() => {
  dns.close();
  silentServer.close();
});

/** One question, and its TXT records or none (RFC 1035). */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  const records = ZONE[labels.join(".").toLowerCase()];
  const recordTexts = records ?? [];
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(records === undefined ? 0x81_83 : 0x81_80, 2);
  header.writeUInt16BE(recordTexts.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = recordTexts.map((text) => {
    const recordHeader = Buffer.from("c00c00100001000000010000", "hex");
    recordHeader.writeUInt16BE(text.length + 1, 10);
    return Buffer.concat([recordHeader, Buffer.from([text.length]), Buffer.from(text)]);
  });
  return Buffer.concat([header, query.subarray(12, at + 5), ...answers]);
}

const findRecords = (domain: string, socket = dns) => findMailRecords(domain, [`127.0.0.1:${socket.address().port}`]);

test("finds a domain's records among others, or reports none", async () => {
  expect(await findRecords("club.example")).toEqual({
    spf: "v=spf1 include:mail.example -all",
    dmarc: "v=DMARC1; p=none",
    dkim: "selector1",
  });
  expect(await findRecords("bare.example")).toEqual({ spf: null, dmarc: null, dkim: null });
  expect(await findRecords("nowhere.example")).toEqual({ spf: null, dmarc: null, dkim: null });
});

test("reports nothing when the DNS doesn't answer", async () => {
  expect(await findRecords("club.example", silentServer)).toBeNull();
}, 300_000);
