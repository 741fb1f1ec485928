import { act, fireEvent, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import type { openApp } from "#tests/support/web.tsx";
import { toastAtom } from "#web/ui/toast.ts";

import type { Says } from "./faults.ts";

export type App = ReturnType<typeof openApp>;

/** A call of the web app, made to fail in every way on a page that stays open. */
export type Row = {
  /** As src/web/api writes it, e.g. `DELETE /api/users/*`. */
  call: string;
  /** As it is made here, e.g. `DELETE /api/users/1`; the same when left out. */
  made?: string;
  open: () => App;
  /** What one does before, such as filling in a form. */
  prepare?: () => Promise<unknown>;
  /** Makes the call. Left out where the page makes it when it opens and 'Try again' makes it once more. */
  make?: () => Promise<unknown>;
  /** The text on the page; where `make` is given, in a toast. */
  says: Says;
  /** Where the text stands on the page although it is not loaded but made. */
  onPage?: true;
  /** Text of the button while the call waits. */
  waiting?: string;
  /** Labels of boxes, and what was typed there and has to stay. */
  keeps?: Record<string, string>;
};

/** The rows of every `*-rows.ts` in this folder. */
export async function readRows(): Promise<Row[]> {
  const files = [...new Bun.Glob("*-rows.ts").scanSync({ cwd: import.meta.dir, absolute: true })].toSorted();
  const modules: { rows: readonly Row[] }[] = await Promise.all(files.map((file) => import(file)));
  return modules.flatMap(({ rows }) => rows);
}

/** Presses the first button of that name, once there is one that can be pressed; in the dialog, while one is open. */
export async function press(name: string | RegExp): Promise<void> {
  const fits = (text: string | null) => text !== null && (typeof name === "string" ? text === name : name.test(text));
  const button = await waitFor(() => {
    const place = document.querySelector("[role=dialog]") ?? document;
    const found = [...place.getElementsByTagName("button")].find(
      (each) =>
        !each.disabled && each.role !== "tab" && (fits(each.getAttribute("aria-label")) || fits(each.textContent)),
    );
    if (!found) throw new Error(`No button '${name}' can be pressed`);
    return found;
  });
  fireEvent.click(button);
}

/** The box with that label. */
export function box(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  const field = found && document.getElementById(found.htmlFor);
  if (!field) throw new Error(`No box '${label}'`);
  return field as HTMLInputElement;
}

/** Types into boxes by their labels, once they are there. */
export async function type(texts: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(texts)) {
    await waitFor(() => box(label));
    fireEvent.change(box(label), { target: { value } });
  }
}

/** Picks a file in the box with that accessible name. */
export async function pick(name: string, file: File): Promise<void> {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
    if (!found) throw new Error(`No '${name}'`);
    return found;
  });
  fireEvent.change(input, { target: { files: [file] } });
}

/** Takes away the toast of the call before, so that the next one's is seen to be its own. */
export function clearToast(): void {
  act(() => getDefaultStore().set(toastAtom, undefined));
}

/** Waits until the text stands on the page, or in the toast. */
export async function expectText(text: string, where: "page" | "toast"): Promise<void> {
  await waitFor(() => {
    const place = where === "page" ? document.body : document.querySelector("[data-sonner-toast]");
    if (!place?.textContent?.includes(text)) {
      throw new Error(
        `'${text}' does not stand ${where === "page" ? "on the page" : "in the toast"}: ${place?.textContent}`,
      );
    }
  });
}
