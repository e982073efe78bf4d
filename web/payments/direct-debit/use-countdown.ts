import { useEffect, useState } from "react";

/** Seconds left of a wait, counted down from the server's answer; starts anew if `id` changes. */
export function useCountdown(seconds: number, id: string): number {
  const [wait, setWait] = useState({ id, at: 0, now: 0 });
  useEffect(() => {
    const at = performance.now();
    setWait({ id, at, now: at });
    const timer = setInterval(() => setWait({ id, at, now: performance.now() }), 1000);
    return () => clearInterval(timer);
  }, [id]);
  const passedSeconds = wait.id === id ? (wait.now - wait.at) / 1000 : 0;
  return Math.max(0, Math.ceil(seconds - passedSeconds));
}
