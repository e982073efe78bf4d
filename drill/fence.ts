import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { runOn, urlOf } from "./cluster.ts";
import type { Machine } from "./machine.ts";

/** A write that a machine's own PostgreSQL acknowledged, without any proxy in between. */
type Taken = { name: string; machine: string; from: number; to: number };

const everyMs = 700;

/**
 * Writes to each machine's PostgreSQL directly, all the time, as a client would that knows nothing of a failover: two
 * primaries would show as writes that both took at the same time, or as one that is missing later.
 */
export function startFence(machines: readonly Machine[]) {
  let isRunning = true;
  const writes: Taken[] = [];
  let named = 0;
  const watch = async (machine: Machine) => {
    while (isRunning) {
      const name = randomUUID();
      const from = performance.now();
      // a statement that waits for a replica in vain is not acknowledged: its connection is given up
      await runOn(urlOf(machine), "insert into drill_fence (name) values ($1)", [name]).then(
        () => writes.push({ name, machine: machine.name, from, to: performance.now() }),
        () => undefined,
      );
      await pause(everyMs);
    }
  };
  const watching = machines.map(watch);
  return {
    /** Returns the writes that were acknowledged since the last call, as `fence <name>`. */
    takeNames(): string[] {
      const names = writes.slice(named).map(({ name }) => `fence ${name}`);
      named = writes.length;
      return names;
    },
    /** How often another machine began and finished a write between two writes of one machine. */
    overlaps: () =>
      writes.filter((write, index) => {
        const before = writes.slice(0, index).findLast(({ machine }) => machine !== write.machine);
        const again =
          before && writes.slice(index + 1).some(({ machine, from }) => machine === before.machine && from < write.to);
        return again === true;
      }).length,
    async end(): Promise<void> {
      isRunning = false;
      await Promise.all(watching);
    },
  };
}
