import { parseArgs } from "node:util";
import { maxFictionalProfiles } from "#contract/fictional-profiles.ts";
import { countFictional } from "#demo/fictional.ts";
import { fillFictional } from "#demo/fill-fictional.ts";
import type { Db } from "#server/db/pool.ts";
import { listPostbacks } from "#server/features/advertising/index.ts";
import { runLogged } from "#server/features/office/index.ts";
import {
  allowedValues,
  changeSite,
  createSite,
  describeSite,
  findClashes,
  findSetupTasks,
  InvalidSite,
  type KnownSite,
  listSites,
  readSiteFile,
  type SiteInput,
} from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { createFiles } from "#server/ports/files/create.ts";
import { settingDefinitions } from "#server/site-settings.ts";
import { type Print, toMinute } from "./command-output.ts";
import { readWanted, type Wanted } from "./site-input.ts";
import { type Database, withDatabase, withJobs } from "./with-database.ts";

const usage = `npm run site -- …
  create <key> [--from file] [name=value …]   creates a site, completely or not at all
  set <key> [--from file] [name=value …]      changes what is named, nothing else
  unset <key> <setting …>                     resets settings to their defaults
  list                                        all sites
  show <key> [--json]                         a site's settings; --json: the file that --from reads
  check [key]                                 what is wrong, and what has to be done before a site opens
  postbacks <key>                             the newest postbacks to networks, and what they answered
  settings                                    every setting: what is allowed, its default, what it does
A name is a setting, hosts, fictional (how many fictional profiles), company.name, company.address1 …, or company: the
key of another site that the same company runs. Lists are written with commas. Bundles can only be given in a file.`;

type CommandContext = Database & { now: Date; print: Print };
type Options = { from?: string | undefined; json?: boolean | undefined };

const mostPostbacks = 100;

/** Seconds until every process sees a change: the caches of `createSiteFinder` and of the bundles. */
const secondsToSpread = 5;

async function findSite(db: Db, key: string): Promise<KnownSite> {
  const known = await describeSite(db, key);
  if (!known) throw new InvalidSite([`There is no site ${key}. npm run site -- list names all of them.`]);
  return known;
}

/** Adds fictional profiles up to the wanted number, with their photos. */
async function addProfiles(
  { db, config, url, print }: CommandContext,
  key: string,
  wanted: number | undefined,
): Promise<number> {
  if (wanted === undefined) return 0;
  const { site } = await findSite(db, key);
  const existing = await countFictional(db, site.id);
  if (wanted < existing) {
    const why = "none is removed, as members may have chats with them";
    throw new InvalidSite([`fictional: the site has ${existing} already, and ${why}`]);
  }
  const added = await withJobs(url, (jobs) => {
    const services = { db, files: createFiles(config), clock: systemClock, random: systemRandom, jobs };
    return fillFictional(services, site.id, wanted);
  });
  if (added > 0) print(`${added} fictional profiles were added, each with its label.`);
  return added;
}

/** `[key] name=value …`: the first one without = is the key; without it the file has the key. */
function readArguments(args: string[], { from }: Options): { key: string; wanted: Wanted } {
  const typed = args[0]?.includes("=") ? undefined : args[0];
  const wanted = readWanted(from, typed === undefined ? args : args.slice(1), maxFictionalProfiles);
  const key = typed ?? wanted.key;
  if (key === undefined) throw new InvalidSite([`key: is missing.\n\n${usage}`]);
  return { key, wanted };
}

async function createFromArguments(context: CommandContext, args: string[], options: Options): Promise<void> {
  const { key, wanted } = readArguments(args, options);
  const { created, file } = await createSite({ ...context, cdnHosts: context.config.cdnHosts }, key, wanted);
  const added = await addProfiles(context, key, wanted.fictional);
  if (!created && added > 0) return;
  if (!created) return context.print(`The site ${key} already exists as described. Nothing was changed.`);
  context.print(`The site ${key} is created. Within ${secondsToSpread} seconds it answers at ${file.settings.domain}.`);
  context.print(`What is left to do: npm run site -- check ${key}`);
}

async function setFromArguments(context: CommandContext, args: string[], options: Options): Promise<void> {
  const { key, wanted } = readArguments(args, options);
  const changed = await changeAndPrint(context, key, wanted);
  const added = await addProfiles(context, key, wanted.fictional);
  if (!changed && added === 0) context.print(`The site ${key} has all of that already. Nothing was changed.`);
}

/** Changes a site, with an entry of the audit log (D11.4), and prints what was changed; false: nothing was. */
async function changeAndPrint(
  context: CommandContext,
  key: string,
  wanted: SiteInput,
  unset: string[] = [],
): Promise<boolean> {
  const { now, print } = context;
  const result = await runLogged({ db: context.db, actor: null, now }, async (db) => {
    const answer = await changeSite({ db, now, cdnHosts: context.config.cdnHosts }, key, wanted, unset);
    const log = answer.changes.length === 0 ? [] : { action: "site_changed", subject: `site:${key}` };
    return { answer, log };
  });
  if (result.changes.length === 0) return false;
  for (const change of result.changes) print(change);
  if (result.sharing.length > 0) print(`The company also runs ${result.sharing.join(", ")}: it was changed there too.`);
  print(`Every process uses it within ${secondsToSpread} seconds.`);
  return true;
}

async function show({ db, print }: CommandContext, [key = ""]: string[], { json }: Options): Promise<void> {
  const { site, file } = await findSite(db, key);
  const fictional = await countFictional(db, site.id);
  if (json) return print(JSON.stringify({ ...file, fictional }, undefined, 2));
  print(`${key}${site.demo ? ", a demo site" : ""}`);
  for (const [name, value] of Object.entries(site.settings)) {
    print(`${name}\t${JSON.stringify(value)}${name in file.settings ? "" : "\tdefault"}`);
  }
  for (const [name, value] of Object.entries(file.company)) print(`company.${name}\t${JSON.stringify(value)}`);
  print(`hosts\t${JSON.stringify(file.hosts)}`);
  print(`fictional\t${fictional}`);
  for (const { country, currency, vat_percent: vat, prices } of file.bundles) {
    print(`bundles\t${country ?? "elsewhere"}\t${currency}\t${vat} % VAT\t${JSON.stringify(prices)}`);
  }
}

async function check({ db, config, print }: CommandContext, [only]: string[]): Promise<void> {
  const keys = only === undefined ? (await listSites(db)).map(({ key }) => key) : [only];
  const wrong: string[] = [];
  for (const key of keys) {
    const known = await findSite(db, key);
    const problems = await problemsOf({ db, cdnHosts: config.cdnHosts }, known);
    const hints = findSetupTasks(known).map(({ line }) => line);
    for (const line of [...problems, ...hints]) print(`${key}\t${line}`);
    if (problems.length > 0) wrong.push(key);
    else print(`${key}\t${hints.length === 0 ? "all is well" : "the settings are valid"}`);
  }
  if (wrong.length > 0) throw new InvalidSite([`Something is wrong with ${wrong.join(", ")}.`]);
}

async function problemsOf(
  installation: { db: Db; cdnHosts: readonly string[] },
  { site, file }: KnownSite,
): Promise<readonly string[]> {
  try {
    await readSiteFile(file.key, file, [], (parsed, wrong) => findClashes(installation, site.id, parsed, wrong));
    return [];
  } catch (error) {
    if (error instanceof InvalidSite) return error.problems;
    throw error;
  }
}

async function list({ db, print }: CommandContext): Promise<void> {
  for (const { key, demo, settings } of await listSites(db)) {
    print([key, settings.domain, settings.name, settings.languages.join(" "), ...(demo ? ["demo"] : [])].join("\t"));
  }
}

async function postbacks({ db, print }: CommandContext, [key = ""]: string[]): Promise<void> {
  const { site } = await findSite(db, key);
  const newest = await listPostbacks(db, site.id, mostPostbacks);
  if (newest.length === 0) print("No postbacks.");
  for (const { id, created_at: at, step, network, state, attempts, outcome, status, detail } of newest) {
    const answer = outcome === null ? "" : [outcome, status, detail].filter((part) => part !== null).join(" ");
    print([id, toMinute(at), network, step, state, `attempts: ${attempts}`, answer].join("\t"));
  }
}

function printSettings(print: Print): void {
  for (const [name, { schema, default: usual, description }] of Object.entries(settingDefinitions)) {
    print(`${name}\n  ${description}\n  Allowed: ${allowedValues(schema)}. Default: ${JSON.stringify(usual)}\n`);
  }
}

const commands: Record<string, (given: CommandContext, args: string[], options: Options) => Promise<void>> = {
  create: createFromArguments,
  set: setFromArguments,
  unset: async (given, [key = "", ...names]) => {
    const changed = await changeAndPrint(given, key, {}, names);
    if (!changed) given.print(`The site ${key} has all of that already. Nothing was changed.`);
  },
  list,
  show,
  check,
  postbacks,
};

function readCommand(args: string[]) {
  const options = { from: { type: "string" }, json: { type: "boolean" } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new InvalidSite([`${error instanceof Error ? error.message : String(error)}\n\n${usage}`]);
  }
}

/**
 * Runs one command, and passes each line of its output to `print`. Throws an error whose message is for the user, a
 * `ConfigError` if the environment is wrong.
 */
export async function runSite(args: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const { values, positionals } = readCommand(args);
  const [name = "", ...rest] = positionals;
  if (name === "settings") return printSettings(print);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new InvalidSite([usage]);
  await withDatabase(env, (database) => command({ ...database, now: systemClock.now(), print }, rest, values));
}
