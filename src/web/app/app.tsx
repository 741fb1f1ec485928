import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";

import { SlowNotice } from "#web/ui/feedback/slow-notice.tsx";
import { ToastRegion } from "#web/ui/feedback/toast-region.tsx";

import { useEarlyPress } from "./first-paint/replay-early-click.ts";
import { AppRoutes } from "./router.tsx";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import { useSeasonOfToday } from "./shell/use-season.ts";
import { useSessionWatch } from "./shell/use-session-watch.ts";

export function App({ queryClient }: { queryClient: QueryClient }) {
  return (
    <QueryClientProvider client={queryClient}>
      <Watches />
      <ErrorBoundary isWholePage>
        <AppRoutes />
      </ErrorBoundary>
      <SlowNotice />
      <ToastRegion />
    </QueryClientProvider>
  );
}

function Watches() {
  useEarlyPress();
  useSessionWatch();
  useSeasonOfToday();
  return null;
}
