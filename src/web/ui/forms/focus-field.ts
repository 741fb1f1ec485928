/** In the middle of the window, where no toast covers it. @returns null when the form has no such field */
export function focusField(form: HTMLFormElement | null, name: string): HTMLElement | null {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return null;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
  return field;
}
