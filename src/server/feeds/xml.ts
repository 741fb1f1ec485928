export type Xml = { readonly xml: string };

type Attributes = Record<string, string | number | null>;

/** Escapes text and attributes; omits null ones. */
export function xmlElement(name: string, attributes: Attributes, ...children: (Xml | string | null)[]): Xml {
  const attributeTexts = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeXml(String(value))}"`],
  );
  const content = children.map((child) =>
    child === null ? "" : typeof child === "string" ? escapeXml(child) : child.xml,
  );
  return { xml: `<${name}${attributeTexts.join("")}>${content.join("")}</${name}>` };
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}

/** XML 1.0 can't represent most control characters. */
function escapeXml(text: string): string {
  const validText = text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
  return Bun.escapeHTML(validText);
}
