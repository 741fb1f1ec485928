import { atom, getDefaultStore } from "jotai";

export type Toast = { title: string; description?: string; style?: "default" | "destructive"; duration?: number };

export const TOAST_DURATION = 5000;

/** A new toast replaces the previous one. */
export const toastAtom = atom<Toast | undefined>(undefined);

export function showToast(toast: Toast): void {
  getDefaultStore().set(toastAtom, { ...toast });
}

export const showSuccess = (description: string): void => showToast({ title: "Success", description });

export const showError = (description: string): void =>
  showToast({ title: "Error", description, style: "destructive" });
