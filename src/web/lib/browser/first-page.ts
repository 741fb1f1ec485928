import { useLocation } from "react-router";

/** Of the visit: it may appear in steps. Later ones appear scrolled. */
export const useIsFirstPage = (): boolean => useLocation().key === "default";
