import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { lazy, Suspense } from "react";

import { placeQuery } from "#web/api/progress.ts";
import { useGet } from "#web/api/use-get.ts";
import { retryImport } from "#web/lib/browser/retry.ts";
import { isStarted } from "#web/listening/player/chapters.ts";
import { isPlayerHiddenAtom, listeningAtom } from "#web/state/listening.ts";
import { userAtom } from "#web/state/session.ts";

const fetchPlayer = () => retryImport(() => import("#web/listening/mini-player.tsx"));
const MiniPlayer = lazy(() => fetchPlayer().then(({ MiniPlayer }) => ({ default: MiniPlayer })));
const ResumedPlayer = lazy(() => fetchPlayer().then(({ ResumedPlayer }) => ({ default: ResumedPlayer })));

export function PlayerDock() {
  const user = useAtomValue(userAtom);
  const controls = useAtomValue(listeningAtom);
  const { data: book } = useGet("GET /api/books/current", { enabled: user !== undefined });
  const { data: place } = useQuery(placeQuery(book));
  const isHidden = useAtomValue(isPlayerHiddenAtom);
  const canResume = !isHidden && user && book && place && isStarted(place.currentTime, book.audiobookSeconds);
  return (
    <Suspense fallback={null}>
      {controls ? <MiniPlayer /> : canResume && <ResumedPlayer book={book} userId={user.id} />}
    </Suspense>
  );
}
