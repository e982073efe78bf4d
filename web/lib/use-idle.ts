import { useEffect, useState } from "react";

const calmMs = 3_000;
const busy = ["pointerdown", "keydown", "scroll"] as const;

/**
 * Whether nobody has tapped, typed or scrolled for three seconds since the page came alive: then something may come in
 * above what one looks at, and nothing is moved away from under a finger. Once calm it stays so.
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
