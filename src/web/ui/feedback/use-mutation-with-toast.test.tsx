import { expect, test } from "bun:test";

import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import { getDefaultStore } from "jotai";
import type { ReactNode } from "react";

import { createQueryClient } from "#web/api/query-client.ts";

import { toastAtom } from "./toast.ts";
import { useMutationWithToast } from "./use-mutation-with-toast.ts";

function openMutation(answer: unknown, successText?: string) {
  getDefaultStore().set(toastAtom, undefined);
  const queries = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const options = {
    mutationFn: () => Promise.resolve(answer),
    ...(successText !== undefined && { done: successText }),
  };
  const { result } = renderHook(() => useMutationWithToast(options), { wrapper });
  result.current.mutate();
  return { untilDone: () => waitFor(() => expect(result.current.isSuccess).toBe(true)) };
}
const toastText = () => getDefaultStore().get(toastAtom)?.description;

test.each([
  ["what was done", {}, "Posted", "Posted"],
  ["that it waits, when it was kept for later", null, "Posted", "It'll be sent when you're online."],
  ["nothing, where the page shows what waits beside the button", null, undefined, undefined],
])("a mutation shows %s", async (_description, answer, successText, text) => {
  await openMutation(answer, successText).untilDone();
  expect(toastText()).toBe(text);
});
