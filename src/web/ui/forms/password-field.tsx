import { type InputHTMLAttributes, useState } from "react";

import { INPUT_CLASS, LabeledControl, type Labels } from "./labeled-control.tsx";

type Props = Labels & Omit<InputHTMLAttributes<HTMLInputElement>, "onChange">;

export function PasswordField({ label, hint, error, onText, ...rest }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <LabeledControl {...{ label, hint, error, onText }}>
      {(controlProps) => (
        <div className="relative">
          <input
            className={`${INPUT_CLASS} pr-18`}
            autoCapitalize="none"
            spellCheck={false}
            {...controlProps}
            {...rest}
            type={isShown ? "text" : "password"}
          />
          <button
            type="button"
            aria-label={isShown ? "Hide password" : "Show password"}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 right-0 w-16 rounded-md text-center text-sm font-semibold text-ink-soft hover:text-ink"
          >
            {isShown ? "Hide" : "Show"}
          </button>
        </div>
      )}
    </LabeledControl>
  );
}
