import { type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import { createPath, NavigationType, Router, UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router";

let navigationGuard: (() => boolean) | undefined;

/** @param onPop runs at each Back and Forward; true to stay */
export function guardHistory(onPop: (() => boolean) | undefined): void {
  navigationGuard = onPop;
}

/** `BrowserRouter`'s module includes links, forms and prefetching that visitors don't need (DESIGN 7). */
export function HistoryRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    const unlisten = history.listen((update) => {
      const isBlocked = update.action === NavigationType.Pop && navigationGuard?.() === true;
      if (!isBlocked) startTransition(() => setState(update));
    });
    queueMicrotask(() => {
      const { action, location } = history;
      setState((rendered) =>
        createPath(location) === createPath(rendered.location) ? rendered : { action, location },
      );
    });
    return unlisten;
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
