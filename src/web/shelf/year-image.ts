import { pluralize } from "#contract/counts.ts";
import type { ShelfBook } from "#contract/shelf.ts";
import { withTimeout } from "#web/lib/browser/retry.ts";

type YearSummary = ReturnType<typeof summarizeYear>;

/** Skips withheld ratings. `best` and `mostDivisive` are null if too few books were rated. */
export function summarizeYear(year: number, books: readonly ShelfBook[]) {
  const findTop = (value: (book: ShelfBook) => number) =>
    books.reduce<ShelfBook | null>((top, book) => (value(book) > (top ? value(top) : 0) ? book : top), null);
  return {
    year,
    bookCount: books.length,
    meetingCount: books.filter(({ metOn }) => metOn !== null).length,
    best: findTop(({ rating }) => rating?.average ?? 0),
    mostDivisive: findTop(({ spread }) => spread ?? 0),
  };
}

export function summaryLines({ bookCount, meetingCount, best, mostDivisive }: YearSummary) {
  return [
    { label: "We read", text: pluralize(bookCount, "book") },
    // Imported years have none.
    ...(meetingCount > 0 ? [{ label: "We met", text: `on ${pluralize(meetingCount, "evening")}` }] : []),
    ...(best?.rating ? [{ label: `Best, with ${best.rating.average.toFixed(1)} stars`, text: best.title }] : []),
    ...(mostDivisive && mostDivisive !== best ? [{ label: "Most divisive", text: mostDivisive.title }] : []),
  ];
}

const [WIDTH_PX, HEIGHT_PX, MARGIN_PX] = [1080, 1350, 96];
/** The books in the image are on the frame's lower edge. */
const [SHELF_Y_PX, SPINE_MAX_PX] = [HEIGHT_PX - MARGIN_PX / 2, 170];

/** Browsers share only shortly after a press. */
const FONT_TIMEOUT_MS = 2000;

/** Draws the image to share in the page's colors. */
export async function drawYear(summary: YearSummary, clubName: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH_PX, HEIGHT_PX];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw the picture.");
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const background = context.createLinearGradient(0, 0, 0, HEIGHT_PX);
  background.addColorStop(0, color("season-solid"));
  background.addColorStop(1, color("season-deep"));
  context.fillStyle = background;
  context.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  context.strokeStyle = context.fillStyle = color("on-solid");
  context.lineWidth = 3;
  context.strokeRect(MARGIN_PX / 2, MARGIN_PX / 2, WIDTH_PX - MARGIN_PX, HEIGHT_PX - MARGIN_PX);
  const setTitleFont = (size: number) => (context.font = `600 ${size}px "Fraunces Variable", Georgia, serif`);
  const setTextFont = (size: number) => (context.font = `500 ${size}px "Figtree Variable", system-ui, sans-serif`);
  const lines = summaryLines(summary);
  // A canvas doesn't wait for glyphs that the page hasn't loaded yet.
  const letters = [clubName, ...lines.flatMap((line) => [line.label, line.text])].join("");
  const loadFont = (font: string) =>
    withTimeout(FONT_TIMEOUT_MS, document.fonts.load(font, letters), "The font doesn't load");
  await Promise.allSettled([setTitleFont(60), setTextFont(36)].map(loadFont));

  setTextFont(36);
  context.fillText(clubName, MARGIN_PX, 160, WIDTH_PX - 2 * MARGIN_PX);
  setTitleFont(220);
  context.fillText(String(summary.year), MARGIN_PX, 370);
  let y = 500;
  for (const line of lines) {
    setTextFont(34);
    context.fillText(line.label, MARGIN_PX, y);
    setTitleFont(60);
    for (const part of wrapText(context, line.text, WIDTH_PX - 2 * MARGIN_PX, 2))
      context.fillText(part, MARGIN_PX, (y += 72));
    y += 96;
  }
  if (y - 96 < SHELF_Y_PX - SPINE_MAX_PX) drawSpines(context, summary.bookCount);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("This browser can't save the picture.");
  return blob;
}

function wrapText(context: CanvasRenderingContext2D, text: string, width: number, max: number): string[] {
  const lines: string[] = [""];
  for (const word of text.split(/\s+/)) {
    const extended = `${lines.at(-1)} ${word}`.trim();
    if (context.measureText(extended).width <= width || lines.at(-1) === "") lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines.length <= max ? lines : [...lines.slice(0, max - 1), `${lines[max - 1]}…`];
}

function drawSpines(context: CanvasRenderingContext2D, books: number): void {
  let x = MARGIN_PX;
  for (let book = 0; book < books; book += 1) {
    const [width, height] = [40 + ((book * 13) % 26), SPINE_MAX_PX - ((book * 29) % 60)];
    if (x + width > WIDTH_PX - MARGIN_PX) break;
    context.globalAlpha = 0.35 + ((book * 7) % 5) / 8;
    context.fillRect(x, SHELF_Y_PX - height, width, height);
    x += width + 6;
  }
  context.globalAlpha = 1;
}
