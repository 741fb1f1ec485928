import { type InputHTMLAttributes, useState } from "react";

import { INPUT_CLASS, LabeledBox, type Labels } from "./labeled-box.tsx";

type Props = Labels & Omit<InputHTMLAttributes<HTMLInputElement>, "onChange">;

export function PasswordField({ label, hint, error, onText, ...rest }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <LabeledBox {...{ label, hint, error, onText }}>
      {(wiring) => (
        <div className="relative">
          <input
            className={`${INPUT_CLASS} pr-18`}
            autoCapitalize="none"
            spellCheck={false}
            {...wiring}
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
    </LabeledBox>
  );
}
