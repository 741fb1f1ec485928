import { posix } from "node:path";

import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { XMLParser } from "fast-xml-parser";

import { AppError } from "#server/http/errors.ts";

/** An element with text: a bare string, or an object when it has attributes. */
const Text = Type.Union([Type.String(), Type.Object({ "#text": Type.Optional(Type.String()) })]);
const Attribute = Type.Optional(Type.String());

const Container = Type.Object({
  container: Type.Object({
    rootfiles: Type.Array(Type.Object({ rootfile: Type.Array(Type.Object({ "@full-path": Type.String() })) })),
  }),
});

const Package = Type.Object({
  package: Type.Object({
    metadata: Type.Array(
      Type.Union([
        // an empty element
        Type.String(),
        Type.Object({
          title: Type.Optional(Type.Array(Text)),
          creator: Type.Optional(Type.Array(Text)),
          meta: Type.Optional(
            Type.Array(Type.Union([Type.String(), Type.Object({ "@name": Attribute, "@content": Attribute })])),
          ),
        }),
      ]),
    ),
    manifest: Type.Array(
      Type.Object({
        item: Type.Array(
          Type.Object({ "@id": Attribute, "@href": Attribute, "@media-type": Attribute, "@properties": Attribute }),
        ),
      }),
    ),
  }),
});

const LISTS = new Set(["rootfiles", "rootfile", "metadata", "manifest", "item", "title", "creator", "meta"]);

/** @returns path of the package document in the archive; throws AppError invalid */
export function readContainer(xml: Buffer): string {
  const path = read(Container, xml, "META-INF/container.xml").container.rootfiles[0]?.rootfile[0]?.["@full-path"];
  if (!path) throw refuse("META-INF/container.xml");
  return path;
}

/**
 * @param path of the package document; the manifest's addresses are relative to it
 * @returns the title, the authors joined by commas, and the path of the cover picture or null
 */
export function readPackage(xml: Buffer, path: string): { title: string; author: string; cover: string | null } {
  const { metadata, manifest } = read(Package, xml, path).package;
  const items = manifest.flatMap(({ item }) => item);
  const facts = typeof metadata[0] === "object" ? metadata[0] : undefined;
  const coverId = (facts?.meta ?? []).find((meta) => typeof meta !== "string" && meta["@name"] === "cover");
  const cover =
    items.find((item) => item["@properties"]?.split(/\s+/).includes("cover-image")) ??
    items.find((item) => typeof coverId === "object" && item["@id"] === coverId["@content"]);
  const href = cover?.["@media-type"]?.startsWith("image/") ? cover["@href"] : undefined;
  return {
    title: textOf(facts?.title?.[0]),
    author: [...new Set((facts?.creator ?? []).map(textOf))].filter(Boolean).join(", "),
    cover: href ? posix.normalize(posix.join(posix.dirname(path), decode(href))) : null,
  };
}

function read<Schema extends TSchema>(schema: Schema, bytes: Buffer, name: string): Static<Schema> {
  const xml = new TextDecoder(bytes[0] === 0xff || bytes[0] === 0xfe ? "utf-16" : "utf-8").decode(bytes);
  // an own entity is how an XML bomb or a request for a foreign file begins; no EPUB needs one here
  if (/<!ENTITY/i.test(xml)) throw refuse(name);
  try {
    const parser = new XMLParser({
      ignoreAttributes: false,
      attributeNamePrefix: "@",
      removeNSPrefix: true,
      parseTagValue: false,
      htmlEntities: true,
      isArray: (tag) => LISTS.has(tag),
    });
    const parsed: unknown = parser.parse(xml, true);
    if (Value.Check(schema, parsed)) return parsed;
  } catch (error) {
    throw refuse(name, error);
  }
  throw refuse(name);
}

function textOf(value: Static<typeof Text> | undefined): string {
  return (typeof value === "string" ? value : value?.["#text"])?.trim() ?? "";
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

function refuse(name: string, cause?: unknown): AppError {
  return new AppError("invalid", `This is not a usable EPUB: '${name.slice(0, 200)}' in it cannot be read.`, { cause });
}
