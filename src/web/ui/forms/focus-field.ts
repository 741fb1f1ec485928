/** The page's first of these fields, in the middle of the window, where no toast covers it. @returns null without one */
export function focusField(form: HTMLFormElement | null, names: readonly string[]): HTMLElement | null {
  const field = [...(form?.elements ?? [])].find((element) => names.includes(element.getAttribute("name") ?? ""));
  if (!(field instanceof HTMLElement)) return null;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
  return field;
}
