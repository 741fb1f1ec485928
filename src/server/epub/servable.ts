import { posix } from "node:path";

export const XHTML_TYPE = "application/xhtml+xml";
export const DOCUMENTS: ReadonlySet<string> = new Set([
  XHTML_TYPE,
  "text/html",
  "image/svg+xml",
  "application/x-dtbook+xml",
]);
/** Displayed by browsers; nothing is served under a type that could run. */
const SHOWN_TYPES =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+|font\/(?:ttf|otf|woff2?|sfnt)|application\/(?:vnd\.ms-opentype|font-woff2?|font-sfnt|x-font-(?:ttf|otf|opentype|truetype|woff)))$/;
const SCRIPT_TYPES = /(?:java|ecma|live|j)script|wasm|typescript/;
const TYPES_BY_EXTENSION: Record<string, string> = {
  ".css": "text/css",
  ".gif": "image/gif",
  ".htm": "text/html",
  ".html": "text/html",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".m4a": "audio/mp4",
  ".mp3": "audio/mpeg",
  ".mp4": "video/mp4",
  ".otf": "font/otf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xhtml": XHTML_TYPE,
};

export function mediaTypeOf(name: string, declared: string): string {
  const extension = posix.extname(name).toLowerCase();
  if (/^\.(?:[cm]?[jt]sx?|wasm)$/.test(extension)) return "text/javascript";
  if (declared === "image/jpg") return "image/jpeg";
  const isKnown =
    DOCUMENTS.has(declared) || SHOWN_TYPES.test(declared) || declared === "text/css" || SCRIPT_TYPES.test(declared);
  return isKnown ? declared : (TYPES_BY_EXTENSION[extension] ?? declared);
}

export function servedType(type: string): string | null {
  if (SCRIPT_TYPES.test(type)) return null;
  return SHOWN_TYPES.test(type) ? type : "application/octet-stream";
}

export function isImage(type: string): boolean {
  return /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/.test(type);
}

export function isPage(type: string): boolean {
  return DOCUMENTS.has(type) || isImage(type);
}

export function isForeignResource(type: string): boolean {
  return !DOCUMENTS.has(type) && !SHOWN_TYPES.test(type) && !SCRIPT_TYPES.test(type) && type !== "text/css";
}
