import { setTimeout as pause } from "node:timers/promises";
import { dice } from "#demo/random.ts";
import { switchOver } from "./cluster.ts";
import type { Machine } from "./machine.ts";
import { plug, split } from "./network.ts";

export type Scene = { machines: readonly Machine[]; leader: Machine; redisMaster: Machine };

export type Fault = {
  name: string;
  /** Makes the fault; returns how it ends. */
  make(scene: Scene): Promise<() => void | Promise<void>>;
  /** How long it lasts; longer than Patroni's `ttl` of 20 s where a primary is replaced only then. */
  seconds: number;
};

const othersOf = ({ machines, leader }: Scene) => machines.filter((machine) => machine !== leader);

function killPostmaster(machine: Machine): void {
  const pid = machine.postmaster();
  if (pid !== undefined) process.kill(pid, "SIGKILL");
}

export const faults: readonly Fault[] = [
  {
    name: "primary killed (-9)",
    seconds: 10,
    async make({ leader }) {
      killPostmaster(leader);
      return () => {};
    },
  },
  {
    name: "its machine unplugged",
    seconds: 27,
    async make({ leader }) {
      plug(leader.name, false);
      return () => plug(leader.name, true);
    },
  },
  {
    name: "its machine split from the others",
    seconds: 27,
    async make({ leader }) {
      split(leader.name, true);
      return () => split(leader.name, false);
    },
  },
  {
    name: "its machine paused for 20 s",
    seconds: 20,
    async make({ leader }) {
      leader.signalAll("SIGSTOP");
      return () => leader.signalAll("SIGCONT");
    },
  },
  {
    name: "its disk full",
    seconds: 13,
    async make({ leader }) {
      leader.fillDisk(true);
      return () => leader.fillDisk(false);
    },
  },
  {
    name: "planned switchover",
    seconds: 4,
    async make({ leader }) {
      await switchOver(leader);
      return () => {};
    },
  },
  {
    name: "a replica's machine lost",
    seconds: 13,
    async make(scene) {
      const [replica] = othersOf(scene);
      if (!replica) throw new Error("there is no replica");
      plug(replica.name, false);
      return () => plug(replica.name, true);
    },
  },
  {
    name: "etcd without a majority",
    seconds: 22,
    async make(scene) {
      const lost = othersOf(scene);
      for (const machine of lost) machine.take("etcd");
      return () => {
        for (const machine of lost) machine.bringBack("etcd");
      };
    },
  },
  {
    name: "Redis' master lost",
    seconds: 9,
    async make({ redisMaster }) {
      redisMaster.take("redis");
      return () => redisMaster.bringBack("redis");
    },
  },
];

/** Each fault once in each round, in an order that the seed gives. */
export function shuffle(chosen: readonly Fault[], rounds: number, seed: string): Fault[] {
  const { some } = dice(seed);
  return Array.from({ length: rounds }, () => some(chosen, chosen.length)).flat();
}

export const waitFor = async <T>(what: string, patienceMs: number, find: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + patienceMs; ; await pause(500)) {
    const value = await find().catch(() => undefined);
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
  }
};
