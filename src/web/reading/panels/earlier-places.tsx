import type { Contents } from "#contract/reading.ts";
import { useGet } from "#web/api/use-get.ts";
import { chapterAtCodePoint } from "#web/reading/chapters.ts";
import type { Destination } from "#web/reading/view/destination.ts";

const PLACES_MAX = 5;

type Props = { bookId: number; contents: Contents; onGo: (target: Destination) => void };

export function EarlierPlaces({ bookId, contents, onGo }: Props) {
  const { data = [] } = useGet("GET /api/reading-progress/history", { query: { bookId } });
  if (data.length === 0) return null;
  return (
    <section className="mt-4 border-t border-line pt-4">
      <h3 className="mb-1 px-3 text-base font-semibold">Where you were before</h3>
      <ul>
        {data.slice(0, PLACES_MAX).map(({ id, fraction, locator, device }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onGo({ kind: "place", fraction, locator })}
              className="flex min-h-touch w-full items-center justify-between gap-3 rounded-md px-3 py-2 text-left hover:bg-sunk"
            >
              <span className="min-w-0 truncate">
                {chapterAtCodePoint(contents, fraction * contents.length + 0.5)?.title ?? contents.title}
              </span>
              <span className="shrink-0 text-sm text-ink-soft tabular-nums">
                {Math.floor(fraction * 100)}%{device && `, ${device}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
