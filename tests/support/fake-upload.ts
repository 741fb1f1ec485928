type Listener = (event: { loaded: number }) => void;

/** A request made by the page, answered by a test. */
export type FakeRequest = {
  path: string;
  body: FormData;
  /** Reports `bytes` as sent. */
  progress: (bytes: number) => void;
  answer: (status: number, body: unknown) => void;
  /** Answers with text that needn't be JSON. */
  answerText: (status: number, text: string) => void;
  /** Breaks the connection. */
  break: () => void;
  /** Whether the page has canceled it. */
  isAborted: () => boolean;
};

/**
 * Replaces XMLHttpRequest, because the test DOM can't send files with it. @returns the requests, and a restore function
 */
export function fakeUploads(): { requests: FakeRequest[]; restore: () => void } {
  const real = globalThis.XMLHttpRequest;
  const requests: FakeRequest[] = [];

  class Request {
    status = 0;
    responseText = "";
    statusText = "";
    withCredentials = false;
    path = "";
    isAborted = false;
    readonly upload = new Listeners();
    readonly own = new Listeners();
    addEventListener = this.own.addEventListener;

    open(_method: string, path: string): void {
      this.path = path;
    }
    setRequestHeader(): void {}
    abort(): void {
      this.isAborted = true;
      this.own.tell("abort");
    }
    send(body: FormData): void {
      const answerText = (status: number, text: string) => {
        this.status = status;
        this.responseText = text;
        this.own.tell("load");
      };
      requests.push({
        path: this.path,
        body,
        progress: (bytes) => this.upload.tell("progress", bytes),
        answer: (status, answer) => answerText(status, JSON.stringify(answer)),
        answerText,
        break: () => this.own.tell("error"),
        isAborted: () => this.isAborted,
      });
    }
  }
  Reflect.set(globalThis, "XMLHttpRequest", Request);
  return { requests, restore: () => Reflect.set(globalThis, "XMLHttpRequest", real) };
}

class Listeners {
  readonly #all: [string, Listener][] = [];
  addEventListener = (name: string, listener: Listener): void => {
    this.#all.push([name, listener]);
  };
  tell(name: string, loaded = 0): void {
    for (const [wanted, listener] of this.#all) if (wanted === name) listener({ loaded });
  }
}
