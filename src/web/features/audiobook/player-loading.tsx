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
      <div className="h-20 space-y-2.5 rounded-t-lg bg-season-ground px-4 py-4 sm:h-24 sm:px-7 sm:py-5">
        <Skeleton className="h-6 w-1/2 opacity-40" />
        <Skeleton className="h-4 w-1/3 opacity-40" />
      </div>
      <div className="space-y-4 p-4 sm:p-7">
        <div>
          <div className="flex h-touch items-center">
            <Skeleton shape="pill" className="h-2 w-full" />
          </div>
          <div className="flex h-7 items-center justify-between">
            <Skeleton className="h-4 w-24" />
            <Skeleton shape="pill" className="h-6 w-28" />
          </div>
        </div>
        <Spinner label="Finding your place..." className="h-16 p-0! sm:h-18" />
        <div className="flex flex-wrap justify-center gap-3">
          <Skeleton shape="control" className="h-11 w-27" />
          <Skeleton shape="control" className="h-11 w-23" />
          <Skeleton shape="control" className="h-11 w-36" />
        </div>
        <Skeleton shape="control" className="h-11 w-full" />
        <div className="space-y-6 pt-4">
          {[1, 2, 3, 4].map((chapter) => (
            <Skeleton key={chapter} className="h-5 w-full" />
          ))}
        </div>
      </div>
    </section>
  );
}
