import { atom, useAtom } from "jotai";
import { useState } from "react";

/** State for an object that an effect creates outside React and disposes. */
export function useDisposable<Value extends object>() {
  const [disposable] = useState(() => atom<Value | null>(null));
  return useAtom(disposable);
}
