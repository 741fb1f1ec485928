/** `start` and `end` are seconds of the whole audio. */
export type Narrated = { id: string; chapter: number; text: string; start: number; end: number };

/** Runs before the page's scripts, so that tests can read the highlights over the text. */
export const OPEN_SHADOWS = `{
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) { return attach.call(this, { ...init, mode: "open" }); };
}`;

/** The state of a page: `seconds` in the file that plays, and ids of sentences. */
export type AlongSnapshot = { file: string; seconds: number; paused: boolean; marked: string[]; shown: string[] };

/** Runs in the page. */
export function lookAlong(): AlongSnapshot {
  const audio = document.querySelector("audio");
  const book = document.querySelector("foliate-paginator, book-pages");
  const state = { file: audio?.src ?? "", seconds: audio?.currentTime ?? -1, paused: audio?.paused ?? true };
  const marked: string[] = [];
  const shown: string[] = [];
  for (const frame of book?.shadowRoot?.querySelectorAll("iframe") ?? []) {
    const doc = frame.contentDocument;
    const drawnRects = [...(frame.parentElement?.querySelectorAll("svg > g > rect") ?? [])].map((rect) =>
      ["x", "y", "width"].map((name) => Math.round(Number(rect.getAttribute(name)))).join(" "),
    );
    const frameRect = frame.getBoundingClientRect();
    const scale = frameRect.width / Math.max(1, frame.offsetWidth);
    for (const sentence of doc?.querySelectorAll("[id^=s]") ?? []) {
      const lines = [...sentence.getClientRects()];
      const firstLine = lines[0];
      if (!firstLine) continue;
      const key = [firstLine.x, firstLine.y, firstLine.width].map(Math.round).join(" ");
      if (drawnRects.includes(key)) marked.push(sentence.id);
      const isSeen = lines.some(({ x, width }) => {
        const left = frameRect.left + x * scale;
        return left >= -1 && left + Math.min(width, 10) * scale <= innerWidth + 1;
      });
      if (isSeen) shown.push(sentence.id);
    }
  }
  return { ...state, marked, shown };
}

/** Records the state every few milliseconds for a while. Runs in the page. */
export async function lookAlongFor(milliseconds: number): Promise<AlongSnapshot[]> {
  const lookNow = (globalThis as unknown as { lookAlong: () => AlongSnapshot }).lookAlong;
  const snapshots: AlongSnapshot[] = [];
  const untilMs = performance.now() + milliseconds;
  while (performance.now() < untilMs) {
    snapshots.push(lookNow());
    // after the page was blocked, its own timers run first
    for (let isBlocked = true; isBlocked;) {
      const startMs = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 30));
      await new Promise((resolve) => setTimeout(resolve));
      isBlocked = performance.now() - startMs > 100;
    }
  }
  return snapshots;
}
