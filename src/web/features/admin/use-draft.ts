import type { TObject } from "@sinclair/typebox";
import { type FormEvent, useRef, useState } from "react";

import { type Errors, validate } from "#web/lib/validate.ts";

type Values = Record<string, string | null>;

type Options<T extends Values> = {
  /** What the server has. It may change while one types: only fields that were edited keep their text. */
  base: T;
  schema: TObject;
  /** @param changes the edited fields; all fields when none was */
  onSubmit: (changes: Partial<T>) => void;
};

/**
 * Edits of a form over what the server has. They stay through errors and refetches until the server has taken them,
 * and a save sends them alone, so that another admin's edits of other fields stay too.
 */
export function useDraft<T extends Values>({ base, schema, onSubmit }: Options<T>) {
  const [edits, setEdits] = useState<Partial<T>>({});
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);

  const values: T = { ...base, ...edits };
  const changes = changedFields(base, edits);
  const check = () => validate(schema, texts(values));
  const errors: Errors = submitted ? { ...refused, ...check() } : refused;

  const set = (patch: Partial<T>) => {
    setEdits((before) => ({ ...before, ...patch }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in patch))));
  };

  return {
    values,
    errors,
    isDirty: Object.keys(changes).length > 0,
    edits,
    set,
    /** Sentences of the server about single fields; each goes when its field is changed. */
    setRefused,
    /** Forgets the edits that the server has taken; what was typed since then stays. */
    settle: (sent: Partial<T>) => {
      setEdits((before) => withoutSame(before, sent));
      setSubmitted(false);
    },
    /** Forgets every edit, or goes back to those given. */
    revert: (to: Partial<T> = {}) => {
      setEdits(to);
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
        if (first === undefined) return onSubmit(Object.keys(changes).length > 0 ? changes : values);
        const field = form.current?.elements.namedItem(first);
        if (field instanceof HTMLElement) field.focus();
      },
    },
    /** Props of the text field of that name. */
    field: (name: keyof T & string) => ({
      name,
      value: values[name] ?? "",
      error: errors[name],
      onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value } as Partial<T>),
    }),
  };
}

/** A date that is half typed, or that no calendar has, reads as empty: saved, it would take away the one that stands. */
function halfTyped(form: HTMLFormElement | null): Errors {
  const boxes = [...(form?.elements ?? [])].filter((box) => box instanceof HTMLInputElement && box.validity.badInput);
  return Object.fromEntries(
    (boxes as HTMLInputElement[]).map(({ name, type }) => [
      name,
      type === "date" ? "This date is not complete, or no calendar has it" : "This is not complete",
    ]),
  );
}

function changedFields<T extends Values>(base: T, edits: Partial<T>): Partial<T> {
  return withoutSame(edits, base);
}

function withoutSame<T extends Values>(fields: Partial<T>, same: Partial<T>): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => same[name] !== value)) as Partial<T>;
}

function texts(values: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null));
}
