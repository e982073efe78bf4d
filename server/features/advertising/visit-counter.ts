import type { FastifyBaseLogger } from "fastify";
import { dayOf } from "#contract/days.ts";
import type { Db } from "#server/db/pool.ts";
import { addVisits, type VisitCount } from "./counts-store.ts";
import type { Origin } from "./origin.ts";

/** The most origins a day: anyone can invent some. Beyond it slug, `ref` and sub ids go, then the network is `*`. */
const mostOrigins = { whole: 20_000, network: 22_000 };
const rowsPerStatement = 1_000;

type Given = { db: Db; log: Pick<FastifyBaseLogger, "warn"> };

/**
 * Counts visits in memory, so that no two wait for one row (D10.2, docs/decisions/0054). The caller flushes every
 * second; if the process is killed, the visits since then are lost.
 */
export function createVisitCounter({ db, log }: Given) {
  let waiting = new Map<string, VisitCount>();
  let today = "";
  const counted = new Set<string>();
  let flushing: Promise<void> | undefined;

  function isKnown(key: string, most: number): boolean {
    if (counted.has(key)) return true;
    if (counted.size >= most) return false;
    counted.add(key);
    return true;
  }

  function limited(siteId: number, origin: Origin): Origin {
    if (isKnown(keyOf(siteId, origin), mostOrigins.whole)) return origin;
    const less = { ...origin, slug: "", ref: "", sub1: "", sub2: "", sub3: "" };
    return isKnown(keyOf(siteId, less), mostOrigins.network) ? less : { ...less, network: "*" };
  }

  function add(count: VisitCount): void {
    const key = `${count.day} ${keyOf(count.siteId, count.origin)}`;
    const earlier = waiting.get(key);
    if (earlier) earlier.visits += count.visits;
    else waiting.set(key, count);
  }

  async function write(): Promise<void> {
    const counts = [...waiting.values()];
    waiting = new Map();
    while (counts.length > 0) {
      const part = counts.splice(0, rowsPerStatement);
      try {
        await addVisits(db, part);
      } catch (error) {
        // the counts stay for the next flush: memory is limited, because the number of origins is
        for (const count of [...part, ...counts]) add(count);
        return log.warn({ err: error }, "visit counts can't be written now, and stay in memory");
      }
    }
  }

  return {
    count(siteId: number, origin: Origin, now: Date): void {
      const day = dayOf(now);
      if (day !== today) {
        today = day;
        counted.clear();
      }
      add({ siteId, day, origin: limited(siteId, origin), visits: 1 });
    },
    /** Writes the counts. When the process ends, call it after the last visit. */
    async flush(): Promise<void> {
      await flushing;
      if (waiting.size === 0) return;
      flushing = write();
      await flushing;
    },
  };
}

export type VisitCounter = ReturnType<typeof createVisitCounter>;

function keyOf(siteId: number, { lander, slug, variant, network, ref, sub1, sub2, sub3, language }: Origin): string {
  // no value contains a control character
  return [siteId, lander, slug, variant, network, ref, sub1, sub2, sub3, language].join("\n");
}
