import { useCallback, useLayoutEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { useIsMounted } from "./use-is-mounted.ts";

/** Still shown, and not on the way to another page: an answer that comes later must not lead anywhere. */
export function useIsStaying(): () => boolean {
  const isMounted = useIsMounted();
  const isIdle = useNavigation().state === "idle";
  const wasIdle = useRef(isIdle);
  useLayoutEffect(() => {
    wasIdle.current = isIdle;
  }, [isIdle]);
  return useCallback(() => isMounted() && wasIdle.current, [isMounted]);
}
