import { setTimeout as pause } from "node:timers/promises";
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
    seconds: 18,
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
    seconds: 16,
    async make(scene) {
      const [replica] = othersOf(scene);
      if (!replica) throw new Error("there is no replica");
      plug(replica.name, false);
      return () => plug(replica.name, true);
    },
  },
  {
    name: "etcd without a majority",
    seconds: 24,
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
    seconds: 12,
    async make({ redisMaster }) {
      redisMaster.take("redis");
      return () => redisMaster.bringBack("redis");
    },
  },
];

/** Repeats numbers from a seed, so that a run can be repeated (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Each fault once in each round, in an order of its own. */
export function shuffle(chosen: readonly Fault[], rounds: number, random: () => number): Fault[] {
  const inRandomOrder = () => {
    const keyed = chosen.map((fault) => ({ fault, key: random() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ fault }) => fault);
  };
  return Array.from({ length: rounds }, inRandomOrder).flat();
}

export const waitFor = async <T>(what: string, patienceMs: number, find: () => Promise<T | undefined>): Promise<T> => {
  for (const end = Date.now() + patienceMs; ; await pause(500)) {
    const found = await find().catch(() => undefined);
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
  }
};
