import { createHash, randomBytes, randomInt } from "node:crypto";

/** Crockford's alphabet has no I, L, O or U, which are misread. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PASSWORD_ALPHABET = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Invitation code: 80 bits, e.g. '7F3K-92QX-M4TB-0ZWA'. */
export function newCode(): string {
  return pickCharacters(CODE_ALPHABET, 16).replaceAll(/(.{4})(?!$)/g, "$1-");
}

export function newShortCode(): string {
  return pickCharacters(CODE_ALPHABET, 8).replace(/(.{4})/, "$1-");
}

export function newPassword(): string {
  return pickCharacters(PASSWORD_ALPHABET, 20);
}

export function hashToken(token: string): Uint8Array {
  return createHash("sha256").update(token).digest();
}

/** SHA-256 of a typed code: ignores case, spaces and dashes; O is 0, I and L are 1. */
export function hashCode(code: string): Uint8Array {
  const canonicalCode = code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return hashToken(canonicalCode);
}

function pickCharacters(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
