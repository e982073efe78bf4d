import { useEffect, useEffectEvent } from "react";

export function useOnUnmount(task: () => void): void {
  const run = useEffectEvent(task);
  useEffect(() => () => run(), []);
}
