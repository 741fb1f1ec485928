import { join } from "node:path";

import type { Deps } from "#server/deps.ts";
import { builtWebFolder } from "#server/pages/web-assets.ts";

/** The part of OpenAPI 3.1 that `bun run api` writes. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  description?: string;
};
type Media = { schema: Schema; example?: unknown };
export type Content = Record<string, Media>;
export type Answer = { $ref?: string; description?: string; content?: Content };
export type Parameter = {
  in: string;
  name: string;
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
};
export type Call = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: { session: string[] }[];
  parameters: Parameter[];
  requestBody?: { description?: string; required: boolean; content: Content };
  responses: Record<string, Answer>;
};
export type ApiDocument = {
  info: { title: string; version: string; description: string };
  servers: { url: string; description?: string; variables?: object }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Call>>;
  components: { responses: Record<string, Answer>; schemas: Record<string, Schema> };
};

/** docs/api.json with this club's name and address. In the executable it's compressed, beside the web app's files. */
export async function readApiDocument({ config }: Pick<Deps, "config">): Promise<ApiDocument> {
  const document: ApiDocument = JSON.parse(await readText());
  return {
    ...document,
    info: { ...document.info, title: `The API of ${config.clubName}` },
    ...(config.publicUrl && { servers: [{ url: config.publicUrl }] }),
  };
}

async function readText(): Promise<string> {
  if (!Bun.isStandaloneExecutable) return Bun.file(join(import.meta.dir, "../../../docs/api.json")).text();
  const { brotliDecompressSync } = await import("node:zlib");
  return brotliDecompressSync(await Bun.file(join(builtWebFolder(), "parts/api.json.br")).bytes()).toString();
}
