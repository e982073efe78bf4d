import { useState } from "react";
import { useInterval } from "#web/lib/use-timer.ts";
import { toClock } from "#web/profiles/voice/clock.ts";

/** How long something has gone on, such as 0:07. A screen reader reads it when it comes there, not each second. */
export function Clock({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 1000);
  return (
    <span role="timer" className="tabular-nums">
      {toClock((now - since) / 1000)}
    </span>
  );
}
