import { useEffectEvent, useLayoutEffect } from "react";

/** Listens on the window while mounted, and while `isOn`. */
export function useListener<Name extends keyof WindowEventMap>(
  name: Name,
  run: (event: WindowEventMap[Name]) => void,
  isOn = true,
): void {
  const onEvent = useEffectEvent(run);
  // before the paint: what happens once people see the page isn't missed
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: WindowEventMap[Name]) => onEvent(event);
    addEventListener(name, listen);
    return () => removeEventListener(name, listen);
  }, [name, isOn]);
}
