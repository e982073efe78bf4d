import { activeShare, benchCores, busiestHour, busy, costs, machine, openLoads } from "./costs.ts";
import { openRate } from "./open.ts";
import { type Kind, simulate } from "./queues.ts";
import { table } from "./report.ts";

const seconds = 30;
const ms = (value: number) => (value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString("en"));
const percent = (value: number) => `${Math.round(value * 100)} %`;

/** What members ask for in a second of the busiest hour. */
function kindsOf(members: number): Kind[] {
  const visits = (members * activeShare * busiestHour) / 3600;
  return Object.entries(costs).map(([name, { times, server, database }]) => ({
    name,
    perSecond: visits * times,
    server,
    database,
  }));
}

/** Cores that the work of a second needs. */
const coresFor = (kinds: readonly Kind[], part: "server" | "database") =>
  kinds.reduce((sum, kind) => sum + (kind.perSecond * kind[part]) / 1000, 0);

/** What several numbers of machines would make of a town's busiest hour. */
export function townTable(members: number): string {
  const kinds = kindsOf(members);
  const [web, database] = [coresFor(kinds, "server"), coresFor(kinds, "database")];
  const databases = Math.ceil(database / machine.databaseCores / busy);
  const few = Math.floor(web / machine.cores);
  const counts = [0.9, busy + 0.25, busy].map((share) => Math.ceil(web / machine.cores / share));
  const rows = [...new Set([few, ...counts])]
    .filter((count) => count > 0)
    .map((machines) => {
      const webCores = machines * machine.cores;
      const databaseCores = databases * machine.databaseCores;
      const town = simulate({ kinds, webCores, databaseCores, seconds });
      return [
        String(machines),
        percent(town.web.busy),
        web > webCores ? "more and more" : Math.round(town.web.queue).toLocaleString("en"),
        `${percent(town.database.busy)} of ${databases}`,
        town.database.queue.toFixed(1),
        [town.p50, town.p95, town.p99].map(ms).join(" / "),
      ];
    });
  const perSecond = Math.round(kinds.reduce((sum, kind) => sum + kind.perSecond, 0)).toLocaleString("en");
  const heads = ["web machines", "busy", "requests that wait", "databases busy", "queue", "p50 / p95 / p99 ms"];
  return `${members.toLocaleString("en")} members, ${perSecond} requests a second in the busiest hour:

${table([heads, ...rows])}`;
}

export type Check = { members: number; predicted: number[]; measured: number[] };

/** Simulates what the benchmark measured: searches at random times, on cores shared with the database. */
export function checkAgainstBench(): Check[] {
  return openLoads.map(({ members, cpu, p50, p95, p99 }) => {
    const kinds = [{ name: "search", perSecond: openRate, server: cpu.server + cpu.database, database: 0 }];
    const found = simulate({ kinds, webCores: benchCores, databaseCores: 1, seconds: 600 });
    return { members, predicted: [found.p50, found.p95, found.p99], measured: [p50, p95, p99] };
  });
}

export function checkTable(): string {
  const rows = checkAgainstBench().map(({ members, predicted, measured }) => [
    members.toLocaleString("en"),
    predicted.map(ms).join(" / "),
    measured.map(ms).join(" / "),
  ]);
  return table([["members", "predicted p50 / p95 / p99 ms", "measured"], ...rows]);
}
