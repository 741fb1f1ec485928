import { type Location, useLocation } from "react-router";

type LocationParts = Pick<Location, "pathname" | "search" | "hash">;

export const withReturnPath = ({ pathname, search, hash }: LocationParts): { back: string } => ({
  back: pathname + search + hash,
});

export function useReturnPath(): string {
  const { state } = useLocation();
  if (typeof state !== "object" || state === null || !("back" in state)) return "/";
  return typeof state.back === "string" && /^\/(?!\/)/.test(state.back) ? state.back : "/";
}
