import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

/** The URL's query, and a function that replaces it without a history entry. */
export function useSearchParams(): [URLSearchParams, (next: URLSearchParams) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const replace = useCallback((next: URLSearchParams) => void navigate(`?${next}`, { replace: true }), [navigate]);
  return [params, replace];
}
