import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";

/** The router listens once it has rendered, in small steps. This tells it of an address that changed before. */
export function SyncRouterLocation() {
  const { pathname, search, hash } = useLocation();
  const tellRouter = useEffectEvent(() => {
    const { location, history } = window;
    if (location.pathname + location.search + location.hash !== pathname + search + hash)
      dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  });
  useEffect(() => tellRouter(), []);
  return null;
}
