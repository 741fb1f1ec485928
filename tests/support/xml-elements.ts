import { SaxesParser } from "saxes";

/** Every element of a document with its attributes and text. Throws if it isn't well-formed. */
export function xmlElements(xml: string) {
  const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: typeof found = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, text: "" };
    found.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const currentElement = open.at(-1);
    if (currentElement) currentElement.text += text;
  });
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return {
    /** The texts of all elements, one per line. */
    texts: found.map(({ text }) => text).join("\n"),
    all: (name: string) => found.filter((element) => element.name === name),
    one: (name: string) => found.find((element) => element.name === name),
  };
}
