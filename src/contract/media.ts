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

export const sends = (description: string, ...types: string[]): MediaResponse => ({
  description,
  types,
  kind: "whole",
});

export const sendsWithETag = (description: string, ...types: string[]): MediaResponse => ({
  ...sends(description, ...types),
  kind: "etag",
});

export const sendsRanges = (description: string, ...types: string[]): MediaResponse => ({
  ...sends(description, ...types),
  kind: "ranges",
});

export const sendsFile = (description: string, ...types: string[]): MediaResponse => ({
  ...sends(description, ...types),
  kind: "file",
});

export const sendsJsonFile = (description: string, schema: TObject): MediaResponse => ({
  ...sends(description, "application/json"),
  schema,
});

export const takes = (description: string, ...types: string[]): MediaBody => ({ description, types });

export const takesForm = (
  description: string,
  files: readonly string[],
  fields: Readonly<Record<string, FormField>> = {},
): MediaBody => ({ description, types: ["multipart/form-data"], form: { files, fields } });
