import { type KeyboardEvent, lazy, Suspense, useState } from "react";

import { Spinner } from "#web/ui/feedback/skeleton.tsx";

import { LoginForm } from "./login-form.tsx";
import type { NewMember } from "./register-form.tsx";
import type { SignInMethod } from "./sign-in-method.ts";

// Needed once per member, so it's loaded on demand.
const RegisterForm = lazy(() => import("./register-form.tsx").then(({ RegisterForm }) => ({ default: RegisterForm })));

const LINK_CLASS =
  "min-h-touch px-2 text-sm font-medium text-balance text-wine underline decoration-1 underline-offset-4 hover:decoration-2";

const LABELS = { login: "Login", register: "Register" };
type Mode = keyof typeof LABELS;

type Props = { invite: string; onEnter: () => void; onMethod: (method: SignInMethod) => void };

/** The tabs of SPEC 2. Opens on Register with an invitation. */
export function AuthCard({ invite, onEnter, onMethod }: Props) {
  const [mode, setMode] = useState<Mode>(invite ? "register" : "login");
  // Typed text remains when the tab is switched.
  const [values, setValues] = useState<NewMember>({
    username: "",
    displayName: "",
    email: "",
    password: "",
    invitationCode: invite,
  });
  const otherMode: Mode = mode === "login" ? "register" : "login";

  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, Mode> = { ArrowLeft: otherMode, ArrowRight: otherMode, Home: "login", End: "register" };
    const next = keys[event.key];
    if (!next) return;
    event.preventDefault();
    setMode(next);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };

  return (
    <>
      {invite && <h2 className="mb-4 text-center text-xl">You're invited</h2>}
      <div
        role="tablist"
        aria-label="Login or register"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="mb-6 grid grid-cols-2 gap-1 rounded-md bg-sunk p-1"
      >
        {(["login", "register"] as const).map((each) => (
          <button
            key={each}
            id={`tab-${each}`}
            type="button"
            role="tab"
            aria-selected={mode === each}
            aria-controls="auth-panel"
            tabIndex={mode === each ? 0 : -1}
            onClick={() => setMode(each)}
            className="min-h-touch rounded-sm font-semibold text-ink-soft transition-colors aria-selected:bg-sheet aria-selected:text-wine aria-selected:shadow-page"
          >
            {LABELS[each]}
          </button>
        ))}
      </div>
      <div id="auth-panel" role="tabpanel" aria-labelledby={`tab-${mode}`}>
        {mode === "login" ? (
          <LoginForm onEnter={onEnter} onForgot={() => onMethod({ kind: "forgot" })} />
        ) : (
          <Suspense fallback={<Spinner className="min-h-120" />}>
            <RegisterForm invite={invite} initial={values} onType={setValues} onEnter={onEnter} />
          </Suspense>
        )}
      </div>
      <p className="mt-5 flex flex-col text-center">
        <button type="button" onClick={() => setMode(otherMode)} className={LINK_CLASS}>
          {mode === "login" ? "Don't have an account? Register now" : "Already have an account? Login now"}
        </button>
        {mode === "login" && (
          <button type="button" onClick={() => onMethod({ kind: "device" })} className={LINK_CLASS}>
            Use a code from another device
          </button>
        )}
      </p>
    </>
  );
}
