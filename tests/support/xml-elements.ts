import { SaxesParser } from "saxes";

/** Every element of a document with its attributes and text. Throws if it isn't well-formed. */
export function xmlElements(xml: string) {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const openElements: typeof elements = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, text: "" };
    elements.push(element);
    openElements.push(element);
  });
  parser.on("text", (text) => {
    const currentElement = openElements.at(-1);
    if (currentElement) currentElement.text += text;
  });
  parser.on("closetag", () => void openElements.pop());
  parser.write(xml).close();
  return {
    /** The texts of all elements, one per line. */
    texts: elements.map(({ text }) => text).join("\n"),
    all: (name: string) => elements.filter((element) => element.name === name),
    one: (name: string) => elements.find((element) => element.name === name),
  };
}
