import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Spinner } from "#web/ui/feedback/spinner.tsx";

/** Holds the player's space, its list of `chapters` included, while loading. */
export function PlayerLoading({ chapters }: { chapters: number }) {
  return (
    <section
      aria-label="Audiobook player"
      aria-busy="true"
      className="rounded-lg border border-line bg-sheet shadow-page"
    >
      <div className="h-20 space-y-2.5 rounded-t-lg bg-season-ground px-4 py-4 sm:h-24 sm:px-7 sm:py-5">
        <GroundSkeleton className="h-6 w-1/2" />
        <GroundSkeleton className="h-4 w-1/3" />
      </div>
      <div className="space-y-4 p-4 sm:p-7">
        <div>
          <div className="flex h-touch items-center">
            <Skeleton shape="pill" className="h-2 w-full" />
          </div>
          <div className="flex h-7 items-center justify-between">
            <Skeleton className="h-4 w-14" />
            <Skeleton shape="pill" className="h-6 w-28" />
            <Skeleton className="h-4 w-14" />
          </div>
        </div>
        <Spinner label="Finding your place..." className="h-16 p-0! sm:h-18" />
        <div className="flex flex-wrap justify-center gap-2 sm:gap-3">
          <Skeleton shape="control" className="h-11 w-27" />
          <Skeleton shape="control" className="h-11 w-23" />
          <Skeleton shape="control" className="h-11 w-56" />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line pt-4">
          <div className="h-11 flex-1 basis-56 py-3.5">
            <Skeleton className="h-4 w-full" />
          </div>
          <Skeleton shape="control" className="h-11 w-40" />
        </div>
        <div>
          <div className="flex min-h-touch items-center gap-4 border-b border-line">
            {["chapters", "bookmarks", "history"].map((list) => (
              <Skeleton key={list} className="h-4 flex-1" />
            ))}
          </div>
          <div className="max-h-80 overflow-hidden pt-3">
            {Array.from({ length: Math.max(1, chapters) }, (_, chapter) => (
              <div key={chapter} className="flex h-touch items-center px-3">
                <Skeleton className="h-4 w-full" />
              </div>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}

/** On the season's color, where the gray of other skeletons is invisible in dark mode. */
function GroundSkeleton({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-sm bg-on-solid opacity-35 motion-reduce:animate-none ${className}`}
    />
  );
}
