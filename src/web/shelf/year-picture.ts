import { pluralize } from "#contract/counts.ts";
import type { ShelfBook } from "#contract/shelf.ts";

/** Null with too few ratings. */
type YearSummary = {
  year: number;
  books: number;
  evenings: number;
  best: ShelfBook | null;
  mostDivisive: ShelfBook | null;
};

/** Skips withheld ratings. */
export function summarizeYear(year: number, books: readonly ShelfBook[]): YearSummary {
  const sortBy = (value: (book: ShelfBook) => number) =>
    books.reduce<ShelfBook | null>((top, book) => (value(book) > (top ? value(top) : 0) ? book : top), null);
  return {
    year,
    books: books.length,
    evenings: books.filter(({ metOn }) => metOn !== null).length,
    best: sortBy(({ rating }) => rating?.average ?? 0),
    mostDivisive: sortBy(({ spread }) => spread ?? 0),
  };
}

export function summaryLines({ books, evenings, best, mostDivisive }: YearSummary): { label: string; text: string }[] {
  return [
    { label: "We read", text: pluralize(books, "book") },
    // Imported years have none.
    ...(evenings > 0 ? [{ label: "We met", text: evenings === 1 ? "on 1 evening" : `on ${evenings} evenings` }] : []),
    ...(best?.rating ? [{ label: `Best, with ${best.rating.average.toFixed(1)} stars`, text: best.title }] : []),
    ...(mostDivisive && mostDivisive !== best ? [{ label: "Most divisive", text: mostDivisive.title }] : []),
  ];
}

const [WIDTH, HEIGHT, EDGE] = [1080, 1350, 96];
/** The books in the picture stand on the frame. */
const [SHELF, TALLEST] = [HEIGHT - EDGE / 2, 170];

/** Draws the picture to share in the page's colors. */
export async function drawYear(summary: YearSummary, clubName: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser can't draw the picture.");
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  const background = context.createLinearGradient(0, 0, 0, HEIGHT);
  background.addColorStop(0, color("season-solid"));
  background.addColorStop(1, color("season-deep"));
  context.fillStyle = background;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.strokeStyle = context.fillStyle = color("on-solid");
  context.lineWidth = 3;
  context.strokeRect(EDGE / 2, EDGE / 2, WIDTH - EDGE, HEIGHT - EDGE);
  const title = (size: number) => (context.font = `600 ${size}px "Fraunces Variable", Georgia, serif`);
  const text = (size: number) => (context.font = `500 ${size}px "Figtree Variable", system-ui, sans-serif`);
  const lines = summaryLines(summary);
  // A canvas doesn't wait for glyphs that the page hasn't loaded yet.
  const letters = [clubName, ...lines.flatMap((line) => [line.label, line.text])].join("");
  await Promise.allSettled([title(60), text(36)].map((font) => document.fonts.load(font, letters)));

  text(36);
  context.fillText(clubName, EDGE, 160, WIDTH - 2 * EDGE);
  title(220);
  context.fillText(String(summary.year), EDGE, 370);
  let y = 500;
  for (const line of lines) {
    text(34);
    context.fillText(line.label, EDGE, y);
    title(60);
    for (const part of wrapText(context, line.text, WIDTH - 2 * EDGE, 2)) context.fillText(part, EDGE, (y += 72));
    y += 96;
  }
  if (y - 96 < SHELF - TALLEST) drawSpines(context, summary.books);
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
  let x = EDGE;
  for (let book = 0; book < books; book += 1) {
    const [width, height] = [40 + ((book * 13) % 26), TALLEST - ((book * 29) % 60)];
    if (x + width > WIDTH - EDGE) break;
    context.globalAlpha = 0.35 + ((book * 7) % 5) / 8;
    context.fillRect(x, SHELF - height, width, height);
    x += width + 6;
  }
  context.globalAlpha = 1;
}
