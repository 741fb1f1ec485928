import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

import type { Person } from "./club.ts";
import { jsonOf } from "./json.ts";

/** A passkey in software (ES256), which answers options like a browser. */
export function createPasskey({ origin = "http://localhost", rpID = "localhost" } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const hashOf = (site: string) => createHash("sha256").update(site).digest();
  const answer = <Response extends object>(response: Response) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response,
  });
  const clientData = (type: string, challenge: string, pageOrigin = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: pageOrigin, crossOrigin: false }));
  const counterBytes = (counter: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(counter);
    return bytes;
  };

  const bytesOf = (bytes: Buffer) => Buffer.concat([Buffer.from([bytes.length]), bytes]);

  return {
    /** The attestation for the options of adding it; `signed` like password managers with their own attestation. */
    attest: (challenge: string, { signed = false } = {}) => {
      const client = clientData("webauthn.create", challenge);
      const cose = Buffer.concat([
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const idLength = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        hashOf(rpID),
        Buffer.from([0x45]),
        counterBytes(0),
        Buffer.alloc(16),
        idLength,
        id,
        cose,
      ]);
      const signature = sign(
        "sha256",
        Buffer.concat([authData, createHash("sha256").update(client).digest()]),
        privateKey,
      );
      // CBOR: { fmt, attStmt, authData }, with an empty attStmt or { alg: ES256, sig }
      const statement = signed
        ? [Buffer.from("a363666d74667061636b65646761747453746d74a263616c67266373696758", "hex"), bytesOf(signature)]
        : [Buffer.from("a363666d74646e6f6e656761747453746d74a0", "hex")];
      const attestationObject = Buffer.concat([
        ...statement,
        Buffer.from("68617574684461746158", "hex"),
        bytesOf(authData),
      ]);
      return answer({
        clientDataJSON: client.toString("base64url"),
        attestationObject: attestationObject.toString("base64url"),
        transports: ["internal"],
      });
    },
    /** The assertion for sign-in options, made for this page or another site's. */
    assert: (challenge: string, counter = 0, page: { origin?: string; rpID?: string } = {}) => {
      const authData = Buffer.concat([hashOf(page.rpID ?? rpID), Buffer.from([0x05]), counterBytes(counter)]);
      const client = clientData("webauthn.get", challenge, page.origin);
      const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
      return answer({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}

export async function challenge(person: Pick<Person, "call">, path: string): Promise<string> {
  return (await jsonOf(person.call("POST", path))).challenge;
}

export async function addPasskey(
  person: Pick<Person, "call">,
  passkey: ReturnType<typeof createPasskey>,
): Promise<{ id: number }> {
  const response = passkey.attest(await challenge(person, "/api/profile/passkeys/options"));
  return jsonOf(person.call("POST", "/api/profile/passkeys", { name: "Phone", response }));
}
