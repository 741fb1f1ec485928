import { useIsMutating } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";

import { useClub } from "#web/api/club.ts";
import { useFocusRestoration } from "#web/lib/hooks/use-focus-restoration.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Button } from "#web/ui/forms/button.tsx";

import { DeviceSignIn } from "./device-sign-in.tsx";
import { ForgotForm } from "./forgot-form.tsx";
import { ResetForm } from "./reset-form.tsx";
import { SetUpForm } from "./set-up-form.tsx";
import type { SignInMethod } from "./sign-in-method.ts";

type Props = { method: SignInMethod; onMethod: (method: SignInMethod | null) => void; onEnter: () => void };

export function OtherSignIn({ method, onMethod, onEnter }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useFocusRestoration(card, useIsMutating() > 0);
  const returnToSignIn = () => {
    flushSync(() => onMethod(null));
    document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  };
  const forms: Record<SignInMethod["kind"], ReactNode> = {
    forgot: <ForgotForm />,
    reset: (
      <ResetForm token={method.secret ?? ""} onDone={returnToSignIn} onForgot={() => onMethod({ kind: "forgot" })} />
    ),
    device: <DeviceSignIn initialCode={method.secret ?? ""} onEnter={onEnter} />,
    setup: <SetUpCard code={method.secret ?? ""} onEnter={onEnter} />,
  };
  return (
    <div ref={card}>
      <div key={method.kind} ref={focusCard} tabIndex={-1} className="space-y-4">
        {forms[method.kind]}
        <p className="text-center">
          <Button variant="plain" onClick={returnToSignIn}>
            Back to sign-in
          </Button>
        </p>
      </div>
    </div>
  );
}

/** The button that led here is unmounted, and the focus with it. */
const focusCard = (card: HTMLElement | null) => card?.focus();

function SetUpCard(props: { code: string; onEnter: () => void }) {
  const club = useClub();
  if (club.setUpOpen) return <SetUpForm {...props} />;
  return <Notice>This setup link has expired. If there's no admin yet, restart the server to get a new one.</Notice>;
}
