import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";

import type { BusboyInstance } from "@fastify/busboy";

import { AppError } from "#server/errors.ts";

import type { Received } from "./tmp-files.ts";

export type Form = { filename: string; received: Received; fields: ReadonlyMap<string, string> };

type FormOptions = {
  maxBytes: number;
  field: string;
  /** Gets the file's name before its bytes are read; throws to refuse it. */
  accept: (filename: string) => void;
  receive: (bytes: AsyncIterable<Uint8Array>) => Promise<Received>;
  /** Gets a whole file when the rest of the form is refused or never comes. */
  discard: (received: Received) => Promise<void>;
};

const NAME_MAX_LENGTH = 8000;
const LIMITS = {
  files: 1,
  fields: 8,
  parts: 10,
  fieldNameSize: 100,
  fieldSize: 1000,
  headerPairs: 20,
  headerSize: 16 * 1024,
};

/** Streams a form with exactly one file; none is left on errors. @throws AppError wrong-type, malformed, invalid */
export async function receiveMultipart(request: Request, options: FormOptions): Promise<Form> {
  const form = await open(request);
  const body = toNodeStream(request.body);
  const fields = new Map<string, string>();
  let filename = "";
  let bytes: Readable | null = null;
  let receiving: Promise<Received> | null = null;
  let refusal: unknown = null;
  const refuse = (error: unknown) => {
    refusal ??= error;
    // ends the pipeline
    body.destroy();
    form.destroy(new Error("refused"));
  };

  form.on("field", (name, value) => {
    // which of the two counts is unclear
    if (fields.has(name)) return refuse(new AppError("malformed", `The form names '${name}' twice.`));
    fields.set(name, value);
  });
  for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
    form.on(limit, () => refuse(new AppError("malformed", "The form has too many parts.")));
  form.on("file", (name, stream, sentName) => {
    // an unhandled 'error' event would end the process
    stream.on("error", () => {});
    bytes = stream;
    if (name !== options.field) return refuse(new AppError("invalid", `The file must be sent as '${options.field}'.`));
    // the parser truncates long headers silently
    if (sentName.length > NAME_MAX_LENGTH) return refuse(malformed(new Error("a name that is too long")));
    filename = sanitizeFilename(sentName);
    receiving = acceptAndReceive(options, filename, stream);
    receiving.catch(refuse);
  });

  try {
    await pipeline(body, upTo(options.maxBytes), form);
  } catch (error) {
    const reason = refusal ?? (error instanceof AppError ? error : malformed(error));
    destroy(bytes);
    const [ended] = await Promise.allSettled([receiving]);
    if (ended.status === "fulfilled" && ended.value !== null) await options.discard(ended.value);
    throw reason;
  }
  const received = await settle(receiving);
  if (received === null) throw new AppError("invalid", `No file was sent: the form has no file '${options.field}'.`);
  return { filename, received, fields };
}

function upTo(maxBytes: number) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  };
}

export function tooLarge(maxBytes: number): AppError {
  return new AppError("too-large", `The file is too large: at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
}

async function acceptAndReceive({ accept, receive }: FormOptions, filename: string, stream: Readable) {
  accept(filename);
  return receive(stream);
}

// assigned in a listener, which narrowing can't see
function settle(receiving: Promise<Received> | null): Promise<Received | null> {
  return receiving ?? Promise.resolve(null);
}

function destroy(bytes: Readable | null): void {
  bytes?.destroy(new Error("The upload was interrupted"));
}

async function open(request: Request): Promise<BusboyInstance> {
  const { Busboy } = await import("@fastify/busboy");
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type))
    throw new AppError("wrong-type", "Send the file as multipart/form-data.");
  try {
    return new Busboy({ headers: { "content-type": type }, limits: LIMITS });
  } catch (cause) {
    throw malformed(cause);
  }
}

function toNodeStream(body: ReadableStream<Uint8Array> | null): Readable {
  if (body === null) throw malformed(new Error("no body"));
  // the same class at run time; the libraries' types differ in iterator details
  return Readable.fromWeb(body as unknown as WebStream);
}

/** For display only, never a path: no folders, control characters or direction marks. */
export function sanitizeFilename(name: string | undefined): string {
  const last = (name ?? "").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const clean = last.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/gu, "").trim();
  const extension = /\.[^.]{1,8}$/.exec(clean)?.[0] ?? "";
  return (
    clean
      .slice(0, clean.length - extension.length)
      .slice(0, 200)
      .toWellFormed() + extension
  );
}

function malformed(cause: unknown): AppError {
  return new AppError("malformed", "The upload was interrupted or isn't a valid form. Please try again.", { cause });
}
