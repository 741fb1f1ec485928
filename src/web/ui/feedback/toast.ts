import { atom, getDefaultStore } from "jotai";

export type ToastLink = { label: string; to: string };

export type Toast = {
  title: string;
  description?: string;
  link?: ToastLink | undefined;
  style?: "default" | "destructive";
  duration?: number;
};

export const TOAST_DURATION_MS = 5000;
/** Long enough to press its link. */
const LINK_TOAST_DURATION_MS = 10_000;

/** A new toast replaces the previous one. */
export const toastAtom = atom<Toast | undefined>(undefined);

export function showToast(toast: Toast): void {
  getDefaultStore().set(toastAtom, { ...toast });
}

export const showSuccess = (description: string, link?: ToastLink): void =>
  showToast({ title: "Success", description, link, ...(link && { duration: LINK_TOAST_DURATION_MS }) });

export const showError = (description: string): void =>
  showToast({ title: "Error", description, style: "destructive" });
