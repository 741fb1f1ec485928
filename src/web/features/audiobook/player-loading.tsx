import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/** Holds the player's room while it is asked where to go on. */
export function PlayerLoading() {
  return (
    <section
      aria-label="Audiobook player"
      aria-busy="true"
      className="rounded-lg border border-line bg-sheet shadow-page"
    >
      <div className="space-y-2 rounded-t-lg bg-season-solid px-4 py-5 sm:px-7">
        <Skeleton className="h-6 w-1/2 opacity-40" />
        <Skeleton className="h-4 w-1/3 opacity-40" />
      </div>
      <div className="space-y-6 p-4 sm:p-7">
        <Skeleton className="h-2 w-full rounded-full" />
        <Spinner label="Finding your place..." className="h-18 p-0!" />
        <div className="flex justify-center gap-3">
          <Skeleton className="h-11 w-28" />
          <Skeleton className="h-11 w-28" />
          <Skeleton className="h-11 w-28" />
        </div>
      </div>
    </section>
  );
}
