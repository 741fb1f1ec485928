type Listener = (event: { loaded: number }) => void;

/** A request as the page made it, to be answered by a test. */
export type FakeRequest = {
  path: string;
  body: FormData;
  /** Says that `bytes` have gone. */
  progress: (bytes: number) => void;
  answer: (status: number, body: unknown) => void;
  /** Answers with a text that need not be JSON. */
  answerText: (status: number, text: string) => void;
  /** Breaks the connection. */
  break: () => void;
  /** Whether the page has given it up. */
  isAborted: () => boolean;
};

/** Stands in for XMLHttpRequest, which the test DOM cannot send files with. @returns the requests, and the way back */
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
