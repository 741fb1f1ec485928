import type { TObject } from "@sinclair/typebox";

export type MediaResponse = {
  description: string;
  types: readonly string[];
  /** `etag`: may be a 304; `ranges`: also 206; `file`: may also redirect to the bucket. */
  kind: "whole" | "etag" | "ranges" | "file";
  /** For the API description of a JSON file; not validated. */
  schema?: TObject;
};

export type MediaBody = {
  description: string;
  types: readonly string[];
  form?: { files: readonly string[]; fields: Readonly<Record<string, FormField>> };
};

type FormField = { type: "integer"; minimum: number };

export const mediaResponse = (description: string, ...types: string[]): MediaResponse => ({
  description,
  types,
  kind: "whole",
});

export const storedFileResponse = (description: string, ...types: string[]): MediaResponse => ({
  ...mediaResponse(description, ...types),
  kind: "file",
});

export const mediaBody = (description: string, ...types: string[]): MediaBody => ({ description, types });

export const formBody = (
  description: string,
  files: readonly string[],
  fields: Readonly<Record<string, FormField>> = {},
): MediaBody => ({ description, types: ["multipart/form-data"], form: { files, fields } });
