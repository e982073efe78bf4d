import { useEffect, useEffectEvent } from "react";

type Events = WindowEventMap & Pick<DocumentEventMap, "visibilitychange"> & { prerenderingchange: Event };
type Options = {
  active?: boolean;
  /** Runs before the listeners of the elements. */
  capture?: boolean;
};

/** Events of the window, which those of the document reach too. */
export function useEvents<Name extends keyof Events>(
  names: Name | readonly Name[],
  listener: (event: Events[Name]) => unknown,
  { active = true, capture = false }: Options = {},
): void {
  const onEvent = useEffectEvent(listener);
  const list = [names].flat().join(" ");
  useEffect(() => {
    if (!active) return;
    const run = (event: Event) => void onEvent(event as Events[Name]);
    for (const name of list.split(" ")) addEventListener(name, run, { capture });
    return () => {
      for (const name of list.split(" ")) removeEventListener(name, run, { capture });
    };
  }, [list, active, capture]);
}
