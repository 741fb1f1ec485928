import { useLayoutEffect, useRef } from "react";

/** Fits a text area to its text where the browser can't (`field-sizing`: Chrome 123, Safari 26.2). */
export function useAutosizeTextArea() {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (area.current && !CSS.supports("field-sizing", "content")) fit(area.current);
  });
  return area;
}

function fit(area: HTMLTextAreaElement): void {
  area.style.height = "";
  // hidden, or its rows are enough
  if (area.scrollHeight <= area.clientHeight) return;
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}
