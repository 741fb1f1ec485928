import { useCallback, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";

export function useSearchParams(): [URLSearchParams, (next: URLSearchParams) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const replaceParams = useCallback(
    (next: URLSearchParams) => void navigate(`?${next}`, { replace: true }),
    [navigate],
  );
  return [params, replaceParams];
}
