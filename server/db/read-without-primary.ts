import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

/** Reads from the replicas while no server takes writes. */
export type WithoutPrimary = {
  /** Whether reads go to the replicas now: no primary answers, and all of its replicas do. */
  isNeeded(): boolean;
  /** Whether that lasts for seconds, so that a write would wait in vain: the primary was not just slow to answer. */
  hasLasted(): boolean;
  /** A connection to a replica that has everything that was acknowledged before this call. Throws if there is none. */
  connect(): Promise<pg.PoolClient>;
  close(): Promise<void>;
};

const reading = new AsyncLocalStorage<WithoutPrimary | undefined>();

/** What `run` reads, it reads from the replicas while there is no primary. It may change nothing that matters. */
export function readWithoutPrimary<T>(servers: WithoutPrimary | undefined, run: () => T): T {
  return reading.run(servers, run);
}

/** The replicas that the present request reads, because there is no primary: what it records beside is left out. */
export function replicasInUse(): WithoutPrimary | undefined {
  const servers = reading.getStore();
  return servers?.isNeeded() ? servers : undefined;
}
