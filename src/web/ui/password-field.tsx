import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useState } from "react";

import { INPUT_CLASS, LabelledBox, type Labels } from "./labelled-box.tsx";

/** A password box with a button that shows what was typed. */
export function PasswordField({ label, hint, error, ...rest }: Labels & InputHTMLAttributes<HTMLInputElement>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <LabelledBox label={label} hint={hint} error={error}>
      {(wiring) => (
        <div className="relative">
          <input
            className={`${INPUT_CLASS} pr-12`}
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
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-ink-soft hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </LabelledBox>
  );
}
