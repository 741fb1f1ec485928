import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";

import type { PushNotice } from "#contract/push.ts";

export const SUBSCRIPTION = {
  endpoint: "https://push.example.com/x",
  keys: {
    p256dh: "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBAAkPUi6NO1ODN10l-enZwF3sU1wMKQfckWDCkrQbEfjco",
    auth: "a".repeat(22),
  },
};

/** A browser's side of Web Push: a subscription, and the messages for it, decrypted (RFC 8188, 8291). */
export function startPushService() {
  const received: { notice: PushNotice; authorization: string; ttl: string }[] = [];
  let status = 201;
  let text: string | null = null;
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const body = Buffer.from(await request.arrayBuffer());
      received.push({
        notice: JSON.parse(decrypt(body).toString()),
        authorization: request.headers.get("authorization") ?? "",
        ttl: request.headers.get("ttl") ?? "",
      });
      return new Response(text, { status });
    },
  });
  const hkdf = (key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number) =>
    Buffer.from(hkdfSync("sha256", key, salt, info, length));
  const decrypt = (body: Buffer): Buffer => {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const senderKey = body.subarray(21, 21 + keyLength);
    const sharedSecret = browser.computeSecret(senderKey);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), senderKey]);
    const keyMaterial = hkdf(sharedSecret, auth, info, 32);
    const key = hkdf(keyMaterial, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
    const nonce = hkdf(keyMaterial, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
    const ciphertext = body.subarray(21 + keyLength);
    const decipher = createDecipheriv("aes-128-gcm", key, nonce);
    decipher.setAuthTag(ciphertext.subarray(-16));
    const plaintext = Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
    // a 2 marks the last record, and zeros after it are padding
    return plaintext.subarray(0, plaintext.lastIndexOf(2));
  };
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    origin,
    received,
    subscription: (name = "a") => ({
      endpoint: `${origin}/push/${name}`,
      expirationTime: null,
      keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
    }),
    answer: (newStatus: number, reason: string | null = null) => {
      [status, text] = [newStatus, reason];
    },
    stop: () => server.stop(true),
  };
}
