import { atom, getDefaultStore } from "jotai";

/** A transient message. `destructive` is the error style of SPEC 2. */
export type Toast = { title: string; description?: string; style?: "default" | "destructive"; duration?: number };

/** Milliseconds until a toast closes on its own (SPEC 9). */
export const TOAST_DURATION = 5000;

/** The newest toast; the toast region shows it in place of the one before. */
export const toastAtom = atom<Toast | undefined>(undefined);

/** Shows a message in the page's corner; callable from anywhere. `duration` in milliseconds. */
export function showToast(toast: Toast): void {
  getDefaultStore().set(toastAtom, { ...toast });
}
