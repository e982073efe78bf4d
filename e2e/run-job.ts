import { ask } from "./database.ts";

/** Runs a scheduled job now, so that a journey need not wait for its time: adds one, and wakes who waits for it. */
export async function runJob(name: string): Promise<void> {
  await ask("insert into pgboss.job (name) values ($1)", [name]);
  await ask("select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), $1)", [name]);
}
