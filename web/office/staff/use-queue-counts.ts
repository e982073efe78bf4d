import { useEffect, useState } from "react";
import { getQueues } from "#contract/office.ts";
import { call } from "#web/lib/call.ts";
import type { Queues } from "./load-queue.ts";

const pollMs = 60_000;

/**
 * The queues with how many wait, from the page's data and then once a minute, in a hidden tab too: its title shows the
 * number. A call that fails changes nothing; the next one may succeed.
 */
export function useQueueCounts(loaded: Queues): Queues {
  const [counted, setCounted] = useState({ loaded, queues: loaded });
  useEffect(() => {
    const timer = setInterval(() => {
      call(getQueues, {}).then(
        ({ queues }) => setCounted({ loaded, queues }),
        () => undefined,
      );
    }, pollMs);
    return () => clearInterval(timer);
  }, [loaded]);
  // a page that was loaded again is newer than what was counted before
  return counted.loaded === loaded ? counted.queues : loaded;
}
