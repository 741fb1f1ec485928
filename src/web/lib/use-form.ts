import type { TObject } from "@sinclair/typebox";
import { type FormEvent, useLayoutEffect, useRef, useState } from "react";

import { type Errors, validate } from "./validate.ts";

type Options<T> = {
  /** Loaded when the form is first touched: TypeBox is a tenth of the sign-in page's JavaScript budget (DESIGN 7). */
  schema: () => Promise<TObject>;
  initial: T;
  check?: (values: T) => Errors;
  onSubmit: (values: T) => void;
  /** Gets everything typed, so it can be restored. */
  onType?: ((values: T) => void) | undefined;
};

/** If the schema can't be loaded, the server still checks. */
const UNCHECKED = { properties: {} } as TObject;

/** A form of text fields, validated on submit and then on each change (SPEC 5). */
export function useForm<T extends Record<string, string>>({
  schema,
  initial,
  check: extraCheck,
  onSubmit,
  onType,
}: Options<T>) {
  const [values, setValues] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<Errors>({});
  const [loaded, setLoaded] = useState<TObject>();
  const form = useRef<HTMLFormElement>(null);
  const [isChecking, setChecking] = useState(false);
  const checking = useRef(false);

  const check = (against: TObject) => ({ ...validate(against, values), ...extraCheck?.(values) });
  const errors: Errors = submitted && loaded ? { ...refused, ...check(loaded) } : refused;
  const load = async () => {
    const found = loaded ?? (await schema().catch(() => UNCHECKED));
    setLoaded(found);
    return found;
  };

  // typed before the app came
  useLayoutEffect(() => {
    const typed = Object.keys(initial).flatMap((name) => {
      const box = form.current?.elements.namedItem(name);
      return box instanceof HTMLInputElement && !initial[name] && box.value ? [[name, box.value]] : [];
    });
    if (typed.length === 0) return;
    setValues((values) => ({ ...values, ...Object.fromEntries(typed) }));
    void load();
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, []);

  const submit = async () => {
    // on a slow network, a second press would submit twice
    if (checking.current) return;
    checking.current = true;
    setChecking(true);
    const [first] = Object.keys(check(await load()));
    checking.current = false;
    setChecking(false);
    setSubmitted(true);
    if (first === undefined) return onSubmit(values);
    const field = form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };

  return {
    values,
    setValues,
    /** From pressing the button until the values are checked; on a slow network that takes a while. */
    isChecking,
    /** The server's errors by field; each is cleared when its field changes. */
    setRefused,
    reset: () => {
      setValues(initial);
      setSubmitted(false);
      setRefused({});
    },
    formProps: {
      ref: form,
      noValidate: true,
      // without a script it is sent nowhere, so no password gets into an address
      method: "dialog",
      onFocus: () => void load(),
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        void submit();
      },
    },
    field: (name: keyof T & string) => ({
      name,
      value: values[name] ?? "",
      error: errors[name],
      onText: (text: string) => {
        const typed = { ...values, [name]: text };
        setValues(typed);
        onType?.(typed);
        setRefused(({ [name]: _gone, ...others }) => others);
      },
    }),
  };
}
