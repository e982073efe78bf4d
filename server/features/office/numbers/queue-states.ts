import { hourMs } from "#contract/durations.ts";
import { type QueueName, type QueueState, queueNames } from "#contract/office.ts";
import type { Db } from "#server/db/pool.ts";
import type { StaffSites } from "#server/http/staff-sites.ts";
import { countItems } from "../queue-store.ts";

type Asked = { siteIds: StaffSites; targets: Readonly<Record<QueueName, number>>; now: Date };

/**
 * How many items each queue has for all of the staff together, since when the oldest waits, and the
 * queue's target time. One queue after the other, by one connection.
 */
export async function findQueues(db: Db, { siteIds, targets, now }: Asked): Promise<QueueState[]> {
  const queues: QueueState[] = [];
  for (const name of queueNames) {
    const { waiting, oldest } = await countItems(db, name, siteIds, now);
    queues.push({ name, waiting, oldest: oldest?.toISOString() ?? null, target_hours: targets[name] });
  }
  return queues;
}

/** How long the oldest item of each queue has waited, as a share of the queue's target time: above 1 it is late. */
export async function readLateness(db: Db, targets: Asked["targets"], now: Date): Promise<Record<string, number>> {
  const shares = (await findQueues(db, { siteIds: null, targets, now })).map(
    ({ name, oldest, target_hours: hours }) => {
      const waited = oldest === null ? 0 : now.getTime() - Date.parse(oldest);
      return [name, waited / (hours * hourMs)] as const;
    },
  );
  return Object.fromEntries(shares);
}
