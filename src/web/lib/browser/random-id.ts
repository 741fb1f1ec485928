/** 96 random bits in hex. `randomUUID` is missing over plain HTTP. */
export function randomHexId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
