import { createHash, createHmac } from "node:crypto";

/** The account that the server knows. */
export const S3_ACCOUNT = { accessKeyId: "AKIACLUB", secretAccessKey: "club-secret", region: "us-east-1" };

const SKEW_MAX_MS = 15 * 60 * 1000;
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Checks a request's signature (version 4), in its header or address, like the real service. @returns an error code, or
 * null
 */
export function signatureFault(
  request: Request,
  body: Uint8Array,
  { now, signedSince }: { now: Date; signedSince: number },
): string | null {
  const url = new URL(request.url);
  const signed = readSignature(request, url);
  if (!signed) return "AccessDenied";
  const { accessKeyId, date, region, names, signature, at, payload, scope } = signed;
  if (accessKeyId !== S3_ACCOUNT.accessKeyId) return "InvalidAccessKeyId";
  if (region !== S3_ACCOUNT.region) return "AuthorizationHeaderMalformed";
  const age = now.getTime() - timeOf(at);
  const expires = url.searchParams.get("X-Amz-Expires");
  if (expires !== null && (age > Number(expires) * 1000 || timeOf(at) < signedSince)) return "AccessDenied";
  if (expires === null && Math.abs(age) > SKEW_MAX_MS) return "RequestTimeTooSkewed";
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const query = [...url.searchParams]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted();
  const headers = names.map((name) => `${name}:${(request.headers.get(name) ?? "").trim().replaceAll(/\s+/g, " ")}\n`);
  const path = url.pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const canonical = [request.method, path, query.join("&"), headers.join(""), names.join(";"), payload].join("\n");
  const text = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
  const key = [date, region, "s3", "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${S3_ACCOUNT.secretAccessKey}`);
  return hmac(key, text).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}

function readSignature(request: Request, url: URL) {
  const header = request.headers.get("authorization") ?? "";
  const [, credential, list, signature] =
    /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{64})$/.exec(header) ?? [];
  const inAddress = url.searchParams;
  const scopeOf = credential ?? inAddress.get("X-Amz-Credential") ?? "";
  const [accessKeyId = "", date = "", region = ""] = scopeOf.split("/");
  const names = (list ?? inAddress.get("X-Amz-SignedHeaders") ?? "").split(";");
  const found = signature ?? inAddress.get("X-Amz-Signature");
  if (!found || accessKeyId === "") return null;
  return {
    accessKeyId,
    date,
    region,
    names,
    signature: found,
    at: request.headers.get("x-amz-date") ?? inAddress.get("X-Amz-Date") ?? "",
    payload: request.headers.get("x-amz-content-sha256") ?? "UNSIGNED-PAYLOAD",
    scope: scopeOf.split("/").slice(1).join("/"),
  };
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** 20261122T101500Z */
function timeOf(at: string): number {
  return Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
}
