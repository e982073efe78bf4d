import pg from "pg";
import { z } from "zod";
import type { Machine } from "./machine.ts";
import { passwords } from "./machine.ts";

const clusterAnswer = z.object({
  members: z.array(
    z.looseObject({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
});
export type Member = z.output<typeof clusterAnswer>["members"][number];

const ask = async (machine: Machine, path: string, init: RequestInit = {}, patienceMs = 5_000) =>
  await fetch(`http://${machine.address}:8008${path}`, { ...init, signal: AbortSignal.timeout(patienceMs) });

/** The members as each machine sees them; none if it does not answer. */
export const findMembers = (machines: readonly Machine[]): Promise<Member[][]> =>
  Promise.all(
    machines.map(async (machine) => {
      try {
        return clusterAnswer.parse(await (await ask(machine, "/cluster")).json()).members;
      } catch {
        return [];
      }
    }),
  );

const switchoverMs = 90_000;

const isRunning = ({ state }: Member) => state === "running" || state === "streaming";

function leaderIn(members: readonly Member[], machines: readonly Machine[]): Machine | undefined {
  const leader = members.find(({ role, state }) => role === "leader" && state === "running");
  const replicas = members.filter(({ role }) => role !== "leader");
  const follow = replicas.filter(
    (each) => isRunning(each) && each.timeline === leader?.timeline && Number(each.lag ?? 0) < 1_000_000,
  );
  const isSafe = replicas.every(({ role }) => role === "quorum_standby");
  return follow.length === machines.length - 1 && isSafe
    ? machines.find(({ name }) => name === leader?.name)
    : undefined;
}

const following = `
  select count(*)::int as count from pg_stat_replication where state = 'streaming' and not pg_is_in_recovery()`;

/**
 * The primary's machine if it runs, and both replicas follow it and may confirm its commits: as all three machines see
 * it, because one that was cut off has an old view, and as the primary itself does.
 */
export async function findHealthyLeader(machines: readonly Machine[]): Promise<Machine | undefined> {
  const views = await findMembers(machines);
  const [leader, ...others] = views.map((members) => leaderIn(members, machines));
  if (!leader || others.some((other) => other !== leader)) return undefined;
  const [row] = await runOn<{ count: number }>(urlOf(leader, "postgres", "postgres"), following);
  return row?.count === machines.length - 1 ? leader : undefined;
}

/** Asks Patroni for a switchover, which answers when it is done. */
export async function switchOver(leader: Machine): Promise<void> {
  const body = JSON.stringify({ leader: leader.name });
  const init = { method: "POST", body, headers: { "content-type": "application/json" } };
  const answer = await ask(leader, "/switchover", init, switchoverMs);
  if (!answer.ok) throw new Error(`the switchover was refused: ${answer.status} ${await answer.text()}`);
}

export const urlOf = (
  machine: Machine,
  user: "postgres" | "rendezvous" = "postgres",
  database = "rendezvous",
): string =>
  `postgres://${user}:${user === "postgres" ? passwords.superuser : passwords.owner}@${machine.address}:5432/${database}`;

/**
 * Runs a statement on a machine's own PostgreSQL, on a connection of its own. Resolves with the answer: the goodbye may
 * take as long as the machine is away.
 */
export async function runOn<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 20_000 });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    void client.end().catch(() => {});
  }
}
