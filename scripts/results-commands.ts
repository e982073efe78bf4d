import { parseArgs } from "node:util";
import { dayOf } from "#contract/days.ts";
import { type Dimension, dimensions } from "#contract/results.ts";
import type { Db } from "#server/db/pool.ts";
import {
  compareVariants,
  csvOf,
  findResults,
  firstDayShown,
  listPostbacks,
  maxResultRows,
  type Period,
  type ResultFilter,
} from "#server/features/advertising/index.ts";
import { listSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { type Print, Refusal, toMinute } from "./command-output.ts";
import { comparisonsOf, tableOf } from "./results-table.ts";
import { withDatabase } from "./with-database.ts";

const usage = `npm run results -- …
  [--by <what>,<what>]   told apart by: ${dimensions.join(", ")}; lander,variant by default
  [--from <day>]         the first day in UTC, such as 2026-11-01; 30 days ago by default
  [--to <day>]           the last day; today by default
  [--site <key>]         one of several sites
  [--only <what>=<text>] limited to that, such as network=adnet; "network=" for visits without one; may be repeated
  [--csv]                as CSV
  postbacks              the newest postbacks to networks, and what they answered`;

const mostPostbacks = 100;

function readOptions(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: { by: text, from: text, to: text, site: text, only: { ...text, multiple: true }, csv: flag, help: flag },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function readDay(typed: string): string {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(typed) ? new Date(`${typed}T00:00:00Z`) : undefined;
  if (!day || Number.isNaN(day.getTime()) || dayOf(day) !== typed)
    throw new Refusal(`"${typed}" is not a day, such as 2026-11-20.`);
  return typed;
}

function readDimension(name: string): Dimension {
  const dimension = dimensions.find((one) => one === name);
  if (!dimension) throw new Refusal(`"${name}" is not one of ${dimensions.join(", ")}.`);
  return dimension;
}

const readDimensions = (typed: string): Dimension[] => typed.split(",").map((name) => readDimension(name.trim()));

function readOnly(typed: readonly string[]): ResultFilter {
  return Object.fromEntries(
    typed.map((text) => {
      const [name = "", ...rest] = text.split("=");
      return [readDimension(name.trim()), rest.join("=")];
    }),
  );
}

async function siteIdOf(db: Db, key: string | undefined): Promise<number> {
  const sites = await listSites(db);
  const keys = sites.map((site) => site.key).join(", ");
  if (key === undefined && sites.length > 1) throw new Refusal(`Say which site: --site, one of ${keys}.`);
  const found = key === undefined ? sites[0] : sites.find((site) => site.key === key);
  if (!found) throw new Refusal(`There is no site "${key ?? ""}". Sites are: ${keys}.`);
  return found.id;
}

async function printResults(
  db: Db,
  period: Period,
  by: readonly Dimension[],
  csv: boolean,
  print: Print,
): Promise<void> {
  const results = await findResults(db, period, [...new Set(by)]);
  if (csv) for (const line of csvOf(results, by)) print(line.trimEnd());
  if (csv) return;
  if (results.length === 0) return print(`Nothing from ${period.from} to ${period.to}.`);
  for (const line of tableOf(results, by)) print(line);
  if (results.length === maxResultRows) print(`Only the first ${maxResultRows} rows.`);
  const comparisons = comparisonsOf(await compareVariants(db, period));
  if (comparisons.length > 0) print("");
  for (const line of comparisons) print(line);
}

async function printPostbacks(db: Db, siteId: number, print: Print): Promise<void> {
  const found = await listPostbacks(db, siteId, mostPostbacks);
  if (found.length === 0) print("No postbacks.");
  for (const { id, created_at: at, step, network, state, attempts, outcome, status, detail } of found) {
    const answer = outcome === null ? "" : [outcome, status, detail].filter((part) => part !== null).join(" ");
    print([id, toMinute(at), network, step, state, `attempts: ${attempts}`, answer].join("\t"));
  }
}

/**
 * Runs the command, and passes each line of its output to `print`. Throws an error whose message is for the user, a
 * `ConfigError` if the environment is wrong.
 */
export async function runResults(args: readonly string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const { values, positionals } = readOptions(args);
  const [command = "table", ...others] = positionals;
  if (values.help) return print(usage);
  if (!["table", "postbacks"].includes(command) || others.length > 0) throw new Refusal(usage);
  const now = systemClock.now();
  const from = readDay(values.from ?? firstDayShown(now));
  const to = readDay(values.to ?? dayOf(now));
  if (from > to) throw new Refusal(`${from} is after ${to}.`);
  const by = readDimensions(values.by ?? "lander,variant");
  const only = readOnly(values.only ?? []);
  await withDatabase(env, async ({ db }) => {
    const siteId = await siteIdOf(db, values.site);
    if (command === "postbacks") await printPostbacks(db, siteId, print);
    else await printResults(db, { siteId, from, to, only }, by, values.csv === true, print);
  });
}
