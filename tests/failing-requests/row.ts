import { act, fireEvent, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import type { openApp } from "#tests/support/web.tsx";
import { toastAtom } from "#web/ui/feedback/toast.ts";

import { ownForm, type Says, unloaded } from "./faults.ts";

export type App = ReturnType<typeof openApp>;

type Button = string | RegExp;

/** Buttons to press, one after the other, or what else to do. */
type Steps = Button | readonly Button[] | (() => Promise<unknown>);

/** A call of the web app that fails in every way while its page stays open. */
export type Row = {
  /** As made here, e.g. `DELETE /api/users/1`. */
  call: string;
  open: () => App;
  /** Before the call, e.g. opening a form. */
  prepare?: Steps;
  /** Texts for fields by their labels; they have to stay. */
  types?: Record<string, string>;
  /** Makes the call; left out when the page makes it on opening and 'Try again' repeats it. */
  make?: Steps;
  /** The text on the page, or in a toast if `make` is given. */
  says: Says;
  /** The text is on the page although `make` is given. */
  onPage?: true;
  /** The button's text while waiting. */
  waiting?: string;
  /** Texts of other fields that have to stay. */
  keeps?: Record<string, string>;
};

/** Rows by their calls. A form says a text, or why; a page that says nothing else says that it can't be loaded. */
export type Rows = Readonly<Record<string, Omit<Row, "call" | "says"> & { says?: Says | string }>>;

const FOR_ADMINS = /\b(?:admin|email|month)-rows\.ts$/;

/**
 * The rows of every `*-rows.ts` in this folder, and the calls `apart`, which are tested elsewhere.
 * @param forAdmins only theirs, or only the others; all when left out
 */
export async function readRows({ forAdmins }: { forAdmins?: boolean } = {}): Promise<{ rows: Row[]; apart: string[] }> {
  const files = [...new Bun.Glob("*-rows.ts").scanSync({ cwd: import.meta.dir, absolute: true })]
    .filter((file) => forAdmins === undefined || FOR_ADMINS.test(file) === forAdmins)
    .toSorted();
  const modules: { rows: Rows; apart?: readonly string[] }[] = await Promise.all(files.map((file) => import(file)));
  const rows = modules.flatMap((module) =>
    Object.entries(module.rows).map(([call, { says = unloaded, ...row }]) => ({
      ...row,
      call,
      says: typeof says === "string" ? ownForm(says) : says,
    })),
  );
  return { rows, apart: modules.flatMap(({ apart = [] }) => apart) };
}

/** Presses the first enabled button of that name, in the dialog if one is open. */
export async function press(name: Button): Promise<void> {
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

async function follow(steps: Steps = []): Promise<void> {
  if (typeof steps === "function") await steps();
  else for (const name of [steps].flat()) await press(name);
}

/** Everything that comes before a row's call. */
export async function prepare(row: Row): Promise<void> {
  await follow(row.prepare);
  await type(row.types ?? {});
}

export const makeCall = (row: Row): Promise<void> => follow(row.make);

export function box(label: string): HTMLInputElement {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  const field = found && document.getElementById(found.htmlFor);
  if (!field) throw new Error(`No box '${label}'`);
  return field as HTMLInputElement;
}

export async function type(texts: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(texts)) {
    await waitFor(() => box(label));
    fireEvent.change(box(label), { target: { value } });
  }
}

export async function pick(name: string, file: File): Promise<void> {
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
    if (!found) throw new Error(`No '${name}'`);
    return found;
  });
  fireEvent.change(input, { target: { files: [file] } });
}

/** Removes the last call's toast. */
export function clearToast(): void {
  act(() => getDefaultStore().set(toastAtom, undefined));
}

export async function expectText(text: string, where: "page" | "toast"): Promise<void> {
  await waitFor(() => {
    const place = where === "page" ? document.body : document.querySelector("[data-sonner-toast]");
    if (!place?.textContent?.includes(text)) {
      throw new Error(`'${text}' isn't ${where === "page" ? "on the page" : "in the toast"}: ${place?.textContent}`);
    }
  });
}
