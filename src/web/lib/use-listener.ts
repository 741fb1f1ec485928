import { useEffect, useEffectEvent } from "react";

/** Listens on the window while mounted, and while `isOn`. */
export function useListener<Name extends keyof WindowEventMap>(
  name: Name,
  run: (event: WindowEventMap[Name]) => void,
  isOn = true,
): void {
  const onEvent = useEffectEvent(run);
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: WindowEventMap[Name]) => onEvent(event);
    addEventListener(name, listen);
    return () => removeEventListener(name, listen);
  }, [name, isOn]);
}
