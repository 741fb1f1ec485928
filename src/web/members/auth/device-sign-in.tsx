import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { callUrl } from "#contract/call-url.ts";
import { call } from "#web/api/call.ts";
import { formatCallFailure } from "#web/api/failure-reason.ts";
import { Notice } from "#web/ui/feedback/notice.tsx";
import { Spinner } from "#web/ui/feedback/skeleton.tsx";
import { showToast } from "#web/ui/feedback/toast.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { Field } from "#web/ui/forms/field.tsx";
import { useForm } from "#web/ui/forms/use-form.ts";
import { Avatar } from "#web/ui/images/avatar.tsx";

import { useSignIn } from "./use-sign-in.ts";

/** Signs in with another device's code, after showing whose it is. */
export function DeviceSignIn({ initialCode, onEnter }: { initialCode: string; onEnter: () => void }) {
  const [code, setCode] = useState(initialCode);
  const form = useForm({ base: { code: "" }, onSubmit: (values) => setCode(values.code.trim()) });
  const owner = useQuery({
    queryKey: [callUrl("POST /api/auth/device/look"), code],
    queryFn: () => call("POST /api/auth/device/look", { body: { code } }),
    enabled: code !== "",
    gcTime: 0,
  });
  const { submit, isBusy } = useSignIn<string>({
    call: (code: string) => call("POST /api/auth/device/use", { body: { code } }),
    onEnter,
    onError: (error) => {
      showToast({ style: "destructive", title: "Login failed", description: formatCallFailure(error) });
      setCode("");
    },
  });
  if (code !== "" && owner.data)
    return (
      <div className="space-y-4 text-center">
        <h2 className="text-xl">Sign in on this device?</h2>
        <Avatar name={owner.data.user.displayName} photoURL={owner.data.user.photoURL} className="mx-auto size-16" />
        <p>
          This device will be signed in as <strong>{owner.data.user.displayName}</strong>.
        </p>
        <Button variant="primary" disabled={isBusy} className="w-full" onClick={() => submit(code)}>
          {isBusy ? "Signing in..." : `Sign in as ${owner.data.user.displayName}`}
        </Button>
        <Button className="w-full" onClick={() => setCode("")}>
          That's not me
        </Button>
      </div>
    );
  if (code !== "" && owner.isPending) return <Spinner className="min-h-40" />;
  return (
    <form {...form.formProps} className="space-y-4">
      <h2 className="text-xl">Use a code from another device</h2>
      <p className="text-ink-soft">
        On a device where you're signed in, choose "Sign in on another device" in your profile.
      </p>
      {owner.error && <Notice tone="error">{formatCallFailure(owner.error)}</Notice>}
      <Field
        label="Code"
        {...form.field("code")}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        placeholder="ABCD-2345"
      />
      <Button type="submit" disabled={form.values.code.trim() === ""} className="w-full">
        Continue
      </Button>
    </form>
  );
}
