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

type Props = { way: SignInMethod; onWay: (way: SignInMethod | null) => void; onEnter: () => void };

export function OtherSignIn({ way, onWay, onEnter }: Props) {
  const card = useRef<HTMLDivElement>(null);
  useFocusRestoration(card, useIsMutating() > 0);
  const back = () => {
    flushSync(() => onWay(null));
    document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.focus();
  };
  const forms: Record<SignInMethod["kind"], ReactNode> = {
    forgot: <ForgotForm />,
    reset: <ResetForm token={way.secret ?? ""} onDone={back} onForgot={() => onWay({ kind: "forgot" })} />,
    device: <DeviceSignIn initial={way.secret ?? ""} onEnter={onEnter} />,
    setup: <SetUp code={way.secret ?? ""} onEnter={onEnter} />,
  };
  return (
    <div ref={card}>
      <div key={way.kind} ref={focus} tabIndex={-1} className="space-y-4">
        {forms[way.kind]}
        <p className="text-center">
          <Button variant="plain" onClick={back}>
            Back to sign-in
          </Button>
        </p>
      </div>
    </div>
  );
}

/** The button that led here is gone, and the focus with it. */
const focus = (card: HTMLElement | null) => card?.focus();

function SetUp(props: { code: string; onEnter: () => void }) {
  const club = useClub();
  if (club.setUpOpen) return <SetUpForm {...props} />;
  return <Notice>This setup link has expired. If there's no admin yet, restart the server to get a new one.</Notice>;
}
