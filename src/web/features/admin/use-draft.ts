import type { TObject } from "@sinclair/typebox";
import { type FormEvent, useRef, useState } from "react";

import { fieldErrors } from "#web/api/client.ts";
import { type Errors, validate } from "#web/lib/validate.ts";

import { unseenFields } from "./unseen-changes.tsx";

type Values = Record<string, string | null>;

type Options<T extends Values> = {
  /** The server's values, which may change; only edited fields keep their text. */
  base: T;
  schema: TObject;
  /** @param changes the edited fields; all when none was @param was the server's value of each when editing began */
  onSubmit: (changes: Partial<T>, was: Partial<T>) => void;
  isFrozen?: boolean;
};

/** Edits survive errors and refetches until saved; only they are sent, so other admins' edits stay. */
export function useDraft<T extends Values>({ base, schema, onSubmit, isFrozen = false }: Options<T>) {
  const [edits, setEdits] = useState<Partial<T>>({});
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Errors>({});
  const [begun, setBegun] = useState<Partial<T>>({});
  const [unseen, setUnseen] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);

  const values: T = { ...base, ...edits };
  const changes = withoutSame(edits, base);
  const check = () => validate(schema, texts(values));
  const errors: Errors = submitted ? { ...refused, ...check() } : refused;

  const set = (patch: Partial<T>) => {
    setBegun((before) => ({ ...before, ...without(only(base, Object.keys(patch)), Object.keys(changes)) }));
    setEdits((before) => ({ ...before, ...patch }));
    setRefused((before) => without(before, Object.keys(patch)));
  };

  return {
    values,
    errors,
    isDirty: Object.keys(changes).length > 0,
    edits,
    set,
    /** Takes values that the server has already, but `base` perhaps not yet. */
    setStored: (stored: Partial<T>) => {
      setBegun((before) => ({ ...before, ...stored }));
      setEdits((before) => ({ ...before, ...stored }));
    },
    fill: (found: Partial<T>) =>
      setEdits((before) => ({ ...before, ...without(found, filled({ ...base, ...before })) })),
    /** Edited fields that someone else changed, with the server's values. */
    theirs: unseen.flatMap((name): [string, string | null][] => (name in changes ? [[name, base[name] ?? null]] : [])),
    /** Shows the server's errors and others' changes. @returns true for a change: refetch `base` */
    refuse: (error: Error): boolean => {
      const names = unseenFields(error);
      setRefused(fieldErrors(error));
      if (names.length === 0) return false;
      setUnseen(names);
      setBegun((before) => without(before, names));
      return true;
    },
    takeTheirs: (name: string) => {
      setEdits((before) => without(before, [name]));
      setRefused((before) => without(before, [name]));
    },
    /** Drops saved edits, keeping what was typed since. */
    settle: (sent: Partial<T>) => {
      setEdits((before) => withoutSame(before, sent));
      setBegun((before) => without(before, Object.keys(sent)));
      setUnseen([]);
      setSubmitted(false);
    },
    revert: (to: Partial<T> = {}) => {
      setEdits(to);
      setBegun((before) => only(before, Object.keys(to)));
      setUnseen([]);
      setSubmitted(false);
      setRefused({});
    },
    formProps: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        const half = halfTyped(form.current);
        const [first] = Object.keys({ ...check(), ...half });
        setSubmitted(true);
        setRefused(half);
        const sent = Object.keys(changes).length > 0 ? changes : values;
        if (first === undefined) return onSubmit(sent, only<T>({ ...base, ...begun }, Object.keys(sent)));
        const field = form.current?.elements.namedItem(first);
        if (field instanceof HTMLElement) field.focus();
      },
    },
    field: (name: keyof T & string) => ({
      name,
      value: values[name] ?? "",
      error: errors[name],
      readOnly: isFrozen,
      onText: (text: string) => set({ [name]: text } as Partial<T>),
    }),
  };
}

/** A half-typed or impossible date reads as empty, which would erase the stored one. */
function halfTyped(form: HTMLFormElement | null): Errors {
  const boxes = [...(form?.elements ?? [])].filter((box) => box instanceof HTMLInputElement && box.validity.badInput);
  return Object.fromEntries(
    (boxes as HTMLInputElement[]).map(({ name, type }) => [
      name,
      type === "date" ? "This date is incomplete or doesn't exist" : "This is incomplete",
    ]),
  );
}

function withoutSame<T extends Values>(fields: Partial<T>, same: Partial<T>): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => same[name] !== value)) as Partial<T>;
}

function only<T extends Values>(fields: Partial<T>, names: readonly string[]): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name))) as Partial<T>;
}

const filled = (values: Values): string[] => Object.keys(values).filter((name) => values[name]);

function without<F extends object>(fields: F, names: readonly string[]): F {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))) as F;
}

function texts(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
}
