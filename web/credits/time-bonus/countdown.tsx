import { useEffect, useState } from "react";
import type { TimeBonus } from "#web/member-parts/bonus-state.ts";
import { findNextTickMs, formatCountdown } from "./bonus.ts";

/** It is hidden from screen readers: a text beside it names the end (ux: Manners). */
export function Countdown({ bonus: { left: atFirst, endsAt } }: { bonus: TimeBonus }) {
  const [leftMs, setLeftMs] = useState(atFirst);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = endsAt - Date.now();
      setLeftMs(left);
      timer = setTimeout(tick, findNextTickMs(left));
    };
    tick();
    return () => clearTimeout(timer);
  }, [endsAt]);
  return (
    <span aria-hidden="true" className="font-bold tabular-nums">
      {formatCountdown(leftMs)}
    </span>
  );
}
