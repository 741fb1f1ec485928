import {
  bookmarkFailure,
  type Mark,
  type NewMark,
  useBookmarkChanges,
  useBookmarks,
} from "#web/listening/use-bookmarks.ts";
import { showError } from "#web/ui/feedback/toast.ts";

const NONE: readonly Mark[] = [];

export function useBookMarks(bookId: number) {
  const { marks = NONE } = useBookmarks(bookId);
  const { set, change, remove } = useBookmarkChanges(bookId);
  const onError = (what: "saved" | "changed" | "removed") => (error: Error) => showError(bookmarkFailure(what, error));
  return {
    marks,
    add: (mark: NewMark) => set.mutate(mark, { onError: onError("saved") }),
    change: (mark: Mark, note: string) => change.mutate({ mark, note }, { onError: onError("changed") }),
    remove: (mark: Mark) => remove.mutate(mark, { onError: onError("removed") }),
  };
}
