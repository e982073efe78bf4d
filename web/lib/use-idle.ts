import { useEffect, useState } from "react";

const calmMs = 3_000;
const busy = ["pointerdown", "keydown", "scroll"] as const;

/**
 * True once the user has neither tapped, typed nor scrolled for three seconds after hydration. Then something may come
 * in above what they look at, and no tap target moves away under a finger. Once true it stays so.
 */
export function useIdle(): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setCalm(true), calmMs);
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setCalm(true), calmMs);
    };
    for (const event of busy) window.addEventListener(event, wait, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const event of busy) window.removeEventListener(event, wait);
    };
  }, []);
  return calm;
}
