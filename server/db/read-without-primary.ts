import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

/** Reads from the replicas while no server takes writes. */
export type WithoutPrimary = {
  /** Whether reads go to the replicas now: no primary answers, and all of its replicas do. */
  isNeeded(): boolean;
  /** No primary for seconds, so it was not just slow, or its commits wait for a replica that does not come. */
  takesNoWrites(): boolean;
  /** A connection to a replica that has everything that was acknowledged before this call. Throws if there is none. */
  connect(): Promise<pg.PoolClient>;
  close(): Promise<void>;
};

const reading = new AsyncLocalStorage<WithoutPrimary | undefined>();

/** What `run` reads, it reads from the replicas while there is no primary. It may change nothing that matters. */
export function readWithoutPrimary<T>(servers: WithoutPrimary | undefined, run: () => T): T {
  return reading.run(servers, run);
}

/** The replicas that the present request reads, because there is no primary. */
export function replicasInUse(): WithoutPrimary | undefined {
  const servers = reading.getStore();
  return servers?.isNeeded() ? servers : undefined;
}

/** Whether the present request, which only reads, leaves out what it would record beside: that would fail or hang. */
export function recordsNothing(): boolean {
  const servers = reading.getStore();
  return servers !== undefined && (servers.isNeeded() || servers.takesNoWrites());
}
