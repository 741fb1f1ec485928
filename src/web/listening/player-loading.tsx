import { Skeleton, Spinner } from "#web/ui/feedback/skeleton.tsx";

export function PlayerLoading({ chapterCount }: { chapterCount: number }) {
  return (
    <div aria-busy="true" className="space-y-3 p-4 pt-2 sm:space-y-4 sm:p-7 sm:pt-5">
      <div>
        {chapterCount > 0 && (
          <div className="flex min-h-18 flex-col justify-center gap-2.5">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        )}
        <div className="flex h-touch items-center">
          <Skeleton shape="pill" className="h-2 w-full" />
        </div>
        <div className="flex h-touch items-center justify-between">
          <Skeleton className="h-4 w-28" />
          <Skeleton shape="pill" className="h-6 w-28" />
        </div>
        <div className="text-sm max-sm:min-h-[2lh] sm:min-h-[1lh]" />
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
          {Array.from({ length: Math.max(1, chapterCount) }, (_, chapter) => (
            <div key={chapter} className="flex h-touch items-center px-3">
              <Skeleton className="h-4 w-full" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
