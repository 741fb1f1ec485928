import type { TObject } from "@sinclair/typebox";

/** A response that isn't JSON made from a schema. */
export type MediaResponse = {
  description: string;
  types: readonly string[];
  /** `etag`: revalidated by `If-None-Match`; `ranges`: also sent in ranges; `file`: also redirected to the bucket. */
  kind: "whole" | "etag" | "ranges" | "file";
  /** Of JSON that is sent as a file, to which no schema is applied. */
  schema?: TObject;
};

/** A body that isn't JSON; the service reads it from the request. */
export type MediaBody = {
  description: string;
  types: readonly string[];
  /** Of a form: its files, and its other fields. */
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
