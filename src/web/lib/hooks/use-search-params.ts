import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

/** The address's query, and what replaces it without a new entry in the history. */
export function useSearchParams(): [URLSearchParams, (next: URLSearchParams) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const replace = useCallback((next: URLSearchParams) => void navigate(`?${next}`, { replace: true }), [navigate]);
  return [params, replace];
}
