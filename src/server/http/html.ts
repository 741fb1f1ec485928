export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = Html | readonly Html[] | string | number | null | false;

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, index) => part + toMarkup(values[index] ?? null)).join(""));
}

/** Splits text at empty lines; line breaks remain. */
export function toParagraphs(text: string, style: string): Html[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== "")
    .map((part) => {
      const lines = part.trim().split("\n");
      return html`<p style="${style}">
        ${lines.map((line, index) => (index > 0 ? html`<br />${line}` : html`${line}`))}
      </p>`;
    });
}

function toMarkup(value: Value): string {
  if (value === null || value === false) return "";
  if (value instanceof Html) return value.markup;
  if (typeof value === "object") return value.map(({ markup }) => markup).join("");
  return Bun.escapeHTML(value);
}
