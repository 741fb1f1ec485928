import { act, fireEvent, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";

import { toastAtom } from "#web/ui/feedback/toast.ts";

type Button = string | RegExp;

/** Buttons to press in order, or another action. */
export type Steps = Button | readonly Button[] | (() => Promise<unknown>);

/** Presses the first enabled button of that name, in the dialog if one is open. */
export async function press(name: Button): Promise<void> {
  const matches = (text: string | null) =>
    text !== null && (typeof name === "string" ? text === name : name.test(text));
  const button = await waitFor(() => {
    const place = document.querySelector("[role=dialog]") ?? document;
    const button = [...place.getElementsByTagName("button")].find(
      (each) =>
        !each.disabled &&
        each.role !== "tab" &&
        (matches(each.getAttribute("aria-label")) || matches(each.textContent)),
    );
    if (!button) throw new Error(`No button '${name}' can be pressed`);
    return button;
  });
  fireEvent.click(button);
}

export async function runSteps(steps: Steps = []): Promise<void> {
  if (typeof steps === "function") await steps();
  else for (const name of [steps].flat()) await press(name);
}

export function findInput(label: string): HTMLInputElement {
  const fieldLabel = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  const field = fieldLabel && document.getElementById(fieldLabel.htmlFor);
  if (!field) throw new Error(`No box '${label}'`);
  return field as HTMLInputElement;
}

export async function type(texts: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(texts)) {
    await waitFor(() => findInput(label));
    fireEvent.focus(findInput(label));
    fireEvent.change(findInput(label), { target: { value } });
  }
}

export async function pickFile(name: string, file: File): Promise<void> {
  const input = await waitFor(() => {
    const fileInput = document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`);
    if (!fileInput) throw new Error(`No '${name}'`);
    return fileInput;
  });
  fireEvent.change(input, { target: { files: [file] } });
}

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
