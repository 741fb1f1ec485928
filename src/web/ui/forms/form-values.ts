import { ApiError, fieldErrors } from "#web/api/client.ts";
import type { FieldErrors } from "#web/lib/format/validate.ts";

export type Values = Record<string, string | number | null | undefined>;

export function conflictingFields(error: Error): string[] {
  return error instanceof ApiError && error.status === 409 ? Object.keys(fieldErrors(error)) : [];
}

/** The value of a half-typed date is empty, which would erase the stored date. */
export function findIncompleteDates(form: HTMLFormElement | null): FieldErrors {
  const incompleteFields = [...(form?.elements ?? [])].filter(
    (box) => box instanceof HTMLInputElement && box.validity.badInput,
  );
  return Object.fromEntries(
    (incompleteFields as HTMLInputElement[]).map(({ name, type }) => [
      name,
      type === "date" ? "This date is incomplete or doesn't exist" : "This is incomplete",
    ]),
  );
}

export function omitEqual<T extends Values>(fields: Partial<T>, base: Partial<T>): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => base[name] !== value)) as Partial<T>;
}

export function pickFields<T extends Values>(fields: Partial<T>, names: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as Partial<T>;
}

export function omitFields<F extends object>(fields: F, names: readonly string[]): F {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as F;
}

export const nonEmptyKeys = (values: Values): string[] => Object.keys(values).filter((name) => values[name]);

export function pickStrings(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
