import type { TObject } from "@sinclair/typebox";
import { type FormEvent, useRef, useState } from "react";

import { fieldErrors } from "#web/api/client.ts";
import { type FieldErrors, validate } from "#web/lib/format/validate.ts";
import { openDetailsAround } from "#web/lib/hooks/use-focus-hash-target.ts";
import { useUnsaved } from "#web/state/unsaved.ts";

import { focusField } from "./focus-field.ts";
import {
  conflictingFields,
  findIncompleteDates,
  nonEmptyKeys,
  omitEqual,
  omitFields,
  pickFields,
  pickStrings,
  type Values,
} from "./form-values.ts";

type SentChanges<T> = {
  changes: Partial<T>;
  /** The server's values of the changed fields when editing began. */
  was: Partial<T>;
};

type Options<T> = {
  /** Initial values. When the server's values change in the meantime, only edited fields stay. */
  base: T;
  schema?: TObject;
  check?: (values: T) => FieldErrors;
  onSubmit: (values: T, changes: SentChanges<T>) => void;
  /** Called with all values on each change, so that a draft can be restored. */
  onType?: ((values: T) => void) | undefined;
  /** For the question before leaving: the form's key, and its name, such as 'your details'. */
  unsaved?: readonly [part: string, what: string];
  isFrozen?: boolean;
};

/** Validates on submit, then on each change (SPEC 5). Edits survive errors and refetches. */
export function useForm<T extends Values>({ base, schema, onSubmit, onType, unsaved, ...options }: Options<T>) {
  const [edits, setEdits] = useState<Partial<T>>({});
  const [editBase, setEditBase] = useState<Partial<T>>({});
  const [unseenFields, setUnseenFields] = useState<readonly string[]>([]);
  const [isSubmitted, setSubmitted] = useState(false);
  const [serverErrors, setServerErrors] = useState<FieldErrors>({});
  const form = useRef<HTMLFormElement>(null);

  const values: T = { ...base, ...edits };
  const changes = omitEqual(edits, base);
  const isDirty = Object.keys(changes).length > 0;
  const check = (): FieldErrors => ({
    ...(schema && validate(schema, pickStrings(values))),
    ...options.check?.(values),
  });
  const errors: FieldErrors = isSubmitted ? { ...serverErrors, ...check() } : serverErrors;
  useUnsaved(unsaved?.[0] ?? "", unsaved?.[1] ?? "", unsaved !== undefined && isDirty);

  const set = (patch: Partial<T>) => {
    setEditBase((before) => ({ ...before, ...omitFields(pickFields(base, Object.keys(patch)), Object.keys(changes)) }));
    setEdits((before) => ({ ...before, ...patch }));
    setServerErrors((before) => omitFields(before, Object.keys(patch)));
  };

  const submit = () => {
    const incompleteFields = findIncompleteDates(form.current);
    const invalidFields = Object.keys({ ...check(), ...incompleteFields });
    setSubmitted(true);
    setServerErrors(incompleteFields);
    const sentValues = isDirty ? changes : values;
    const was = pickFields<T>({ ...base, ...editBase }, Object.keys(sentValues));
    if (invalidFields.length === 0) return onSubmit(values, { changes: sentValues, was });
    focusField(form.current, invalidFields);
  };

  const showErrors = (fields: FieldErrors): boolean => {
    if (form.current) openDetailsAround(form.current);
    setServerErrors(fields);
    return focusField(form.current, Object.keys(fields)) !== null;
  };

  return {
    values,
    errors,
    isDirty,
    edits,
    set,
    /** Sets values that the server already has, but `base` may not. */
    setServerValues: (serverValues: Partial<T>) => {
      setEditBase((before) => ({ ...before, ...serverValues }));
      setEdits((before) => ({ ...before, ...serverValues }));
    },
    fill: (values: Partial<T>) =>
      setEdits((before) => ({ ...before, ...omitFields(values, nonEmptyKeys({ ...base, ...before })) })),
    /** Edited fields that another member changed, with the server's values. */
    theirs: unseenFields.flatMap((name): [string, string | null][] =>
      name in changes ? [[name, String(base[name] ?? "") || null]] : [],
    ),
    /** Focuses the first field that has one. @returns false when no field can show them */
    showErrors,
    showServerError: (error: Error) => showErrors(fieldErrors(error)),
    /** Like `showServerError`, but leaves fields that someone else changed to a `ConflictNotice`. */
    applyServerError: (error: Error) => {
      const names = conflictingFields(error);
      if (names.length === 0) return showErrors(fieldErrors(error));
      setServerErrors(fieldErrors(error));
      setUnseenFields(names);
      setEditBase((before) => omitFields(before, names));
      return false;
    },
    acceptServerValues: (name: string) => {
      setEdits((before) => omitFields(before, [name]));
      setServerErrors((before) => omitFields(before, [name]));
    },
    /** Removes saved edits. Text typed since then stays. */
    clearSavedEdits: (values: Partial<T>) => {
      setEdits((before) => omitEqual(before, values));
      setEditBase((before) => omitFields(before, Object.keys(values)));
      setUnseenFields([]);
      setSubmitted(false);
    },
    revert: (to: Partial<T> = {}) => {
      setEdits(to);
      setEditBase((before) => pickFields(before, Object.keys(to)));
      setUnseenFields([]);
      setSubmitted(false);
      setServerErrors({});
    },
    formProps: {
      ref: form,
      noValidate: schema !== undefined || options.check !== undefined,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        submit();
      },
    },
    field: (name: keyof T & string) => ({
      name,
      value: String(values[name] ?? ""),
      error: errors[name],
      readOnly: options.isFrozen === true,
      onText: (text: string) => {
        const patch = { [name]: text } as Partial<T>;
        set(patch);
        onType?.({ ...values, ...patch });
      },
    }),
  };
}
