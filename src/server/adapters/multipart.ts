import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";

import type { BusboyInstance } from "@fastify/busboy";

import { AppError } from "#server/errors.ts";

import { observeChunks } from "./chunks.ts";
import { fileTooLargeError, type ReceivedFile } from "./tmp-files.ts";

export type Form = { filename: string; received: ReceivedFile; fields: ReadonlyMap<string, string> };

type FormOptions = {
  maxBytes: number;
  field: string;
  accept: (filename: string) => void;
  receive: (bytes: AsyncIterable<Uint8Array>) => Promise<ReceivedFile>;
  /** Called with a complete file if the rest of the form is rejected or missing. */
  discard: (received: ReceivedFile) => Promise<void>;
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

export async function receiveMultipart(request: Request, options: FormOptions): Promise<Form> {
  const openedForm = await openForm(request);
  const body = toNodeStream(request.body);
  const fields = new Map<string, string>();
  const file: { name: string; bytes?: Readable; received?: Promise<ReceivedFile> } = { name: "" };
  let rejection: unknown = null;
  const reject = (error: unknown) => {
    rejection ??= error;
    body.destroy();
    openedForm.destroy(new Error("rejected"));
  };

  openedForm.on("field", (name, value) => {
    if (fields.has(name)) return reject(new AppError("malformed", `The form names '${name}' twice.`));
    fields.set(name, value);
  });
  for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
    openedForm.on(limit, () => reject(new AppError("malformed", "The form has too many parts.")));
  openedForm.on("file", (name, stream, sentName) => {
    // an unhandled 'error' event would end the process
    stream.on("error", () => {});
    file.bytes = stream;
    if (name !== options.field) return reject(new AppError("invalid", `The file must be sent as '${options.field}'.`));
    // the parser truncates long headers silently
    if (sentName.length > NAME_MAX_LENGTH) return reject(malformedError(new Error("a name that is too long")));
    file.name = sanitizeFilename(sentName);
    file.received = acceptAndReceive(options, file.name, stream);
    file.received.catch(reject);
  });

  let formBytes = 0;
  const limitSize = ({ length }: Uint8Array) => {
    formBytes += length;
    if (formBytes > options.maxBytes) throw fileTooLargeError(options.maxBytes);
  };
  try {
    await pipeline(body, (source: AsyncIterable<Uint8Array>) => observeChunks(source, limitSize), openedForm);
  } catch (error) {
    const reason = rejection ?? (error instanceof AppError ? error : malformedError(error));
    file.bytes?.destroy(new Error("The upload was interrupted"));
    const received = await file.received?.catch(() => null);
    if (received) await options.discard(received);
    throw reason;
  }
  const received = await file.received;
  if (!received) throw new AppError("invalid", `No file was sent: the form has no file '${options.field}'.`);
  return { filename: file.name, received, fields };
}

async function acceptAndReceive({ accept, receive }: FormOptions, filename: string, stream: Readable) {
  accept(filename);
  return receive(stream);
}

async function openForm(request: Request): Promise<BusboyInstance> {
  const { Busboy } = await import("@fastify/busboy");
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(type))
    throw new AppError("wrong-type", "Send the file as multipart/form-data.");
  try {
    return new Busboy({ headers: { "content-type": type }, limits: LIMITS });
  } catch (cause) {
    throw malformedError(cause);
  }
}

function toNodeStream(body: ReadableStream<Uint8Array> | null): Readable {
  if (body === null) throw malformedError(new Error("no body"));
  // the same class at run time, but another type
  return Readable.fromWeb(body as unknown as WebStream);
}

/** Removes folders, control characters and direction marks. For display only, never a path. */
export function sanitizeFilename(name: string | undefined): string {
  const lastSegment = (name ?? "").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const cleanName = lastSegment.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069\u200E\u200F]/gu, "").trim();
  const extension = /\.[^.]{1,8}$/.exec(cleanName)?.[0] ?? "";
  return (
    cleanName
      .slice(0, cleanName.length - extension.length)
      .slice(0, 200)
      .toWellFormed() + extension
  );
}

function malformedError(cause: unknown): AppError {
  return new AppError("malformed", "The upload was interrupted or isn't a valid form. Please try again.", { cause });
}
