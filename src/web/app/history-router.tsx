import { type ReactNode, startTransition, useLayoutEffect, useState } from "react";
import { createPath, NavigationType, Router, UNSAFE_createBrowserHistory as createBrowserHistory } from "react-router";

let guard: (() => boolean) | undefined;

/** Asked at each Back and Forward. @param onPop returns whether the page stays; undefined without a guard */
export function guardHistory(onPop: (() => boolean) | undefined): void {
  guard = onPop;
}

/**
 * React Router's `BrowserRouter`, whose module brings links, forms and prefetching that visitors don't need (DESIGN 7). It
 * also sees an address that changed while the app rendered, before the router listened.
 */
export function HistoryRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    const stop = history.listen((next) => {
      const isBlocked = next.action === NavigationType.Pop && guard?.() === true;
      if (!isBlocked) startTransition(() => setState(next));
    });
    queueMicrotask(() => {
      const { action, location } = history;
      setState((rendered) =>
        createPath(location) === createPath(rendered.location) ? rendered : { action, location },
      );
    });
    return stop;
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
