import { SERVER_HEADER } from "#contract/headers.ts";

import { requireAuthor } from "./web.tsx";

export type FakeRequest = {
  method: string;
  path: string;
  /** A form, or the bytes of a book's file. */
  body: FormData | Blob;
  metadata: Record<string, string>;
  progress: (bytes: number) => void;
  respond: (status: number, body?: unknown, headers?: Record<string, string>) => void;
  /** Responds with text that needn't be JSON. */
  respondWithText: (status: number, text: string, headers?: Record<string, string>) => void;
  break: () => void;
  isAborted: () => boolean;
};

/** The path of each upload on the server. */
const ADDRESS = "/api/uploads/8d6f0c1e-5c0a-4b6e-9f41-3a1d2b7c9e55";
/** The page's call after its file has arrived. */
export const FOUND_CALL = `GET ${ADDRESS}/found`;

/**
 * Replaces XMLHttpRequest, because the test DOM can't send files with it. @returns the requests, and a restore function
 */
export function fakeUploads(): { requests: FakeRequest[]; restore: () => void } {
  const originalXhr = globalThis.XMLHttpRequest;
  const requests: FakeRequest[] = [];

  class Request extends EventTarget {
    status = 0;
    responseText = "";
    statusText = "";
    withCredentials = false;
    onload: (() => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    readonly upload: EventTarget & { onprogress?: (event: Event) => void } = new EventTarget();
    #method = "";
    #path = "";
    #isAborted = false;
    #sent = new Headers();
    #answered = new Headers();

    open(method: string, path: string): void {
      [this.#method, this.#path] = [method, path];
    }
    setRequestHeader(name: string, value: string): void {
      this.#sent.set(name, value);
    }
    getResponseHeader(name: string): string | null {
      return this.#answered.get(name);
    }
    abort(): void {
      this.#isAborted = true;
      this.dispatchEvent(new Event("abort"));
    }
    send(body: FormData | Blob | null): void {
      const respondWithText = (status: number, text: string, headers: Record<string, string> = {}) => {
        if (this.#isAborted) return;
        this.status = status;
        this.responseText = text;
        this.#answered = new Headers(headers);
        this.onload?.();
        this.dispatchEvent(new Event("load"));
      };
      requireAuthor(`${this.#method} ${this.#path}`, this.#sent);
      requests.push({
        method: this.#method,
        path: this.#path,
        body: body ?? new Blob(),
        metadata: metadataIn(this.#sent.get("upload-metadata") ?? ""),
        progress: (loaded) => {
          const event = Object.assign(new Event("progress"), { lengthComputable: true, loaded });
          this.upload.onprogress?.(event);
          this.upload.dispatchEvent(event);
        },
        respond: (status, answer, headers) =>
          respondWithText(status, JSON.stringify(answer) ?? "", { [SERVER_HEADER]: "mx-1", ...headers }),
        respondWithText: respondWithText,
        break: () => {
          this.onerror?.(new Event("error"));
          this.dispatchEvent(new Event("error"));
        },
        isAborted: () => this.#isAborted,
      });
    }
  }
  Reflect.set(globalThis, "XMLHttpRequest", Request);
  return { requests, restore: () => Reflect.set(globalThis, "XMLHttpRequest", originalXhr) };
}

/** Accepts the new upload, so the page sends the bytes next. */
export const acceptUpload = (request: FakeRequest): void => request.respond(201, undefined, { location: ADDRESS });

export const arrives = (request: FakeRequest): void =>
  request.respond(204, undefined, { "upload-offset": String((request.body as Blob).size) });

function metadataIn(header: string): Record<string, string> {
  const pairs = header.split(",").map((pair) => pair.split(" "));
  return Object.fromEntries(pairs.map(([name = "", value = ""]) => [name, Buffer.from(value, "base64").toString()]));
}
