import { ConfigError, readConfig } from "#server/config/config.ts";
import { oldestRuntimeDays, pinnedNode, runtimeAgeDays } from "#server/runtime-age.ts";
import { readVersion } from "#server/version.ts";
import { checkActivity, checkBackups, checkLogEncryption, checkPooledSettings, checkPooler } from "./check-activity.ts";
import { checkDatabase } from "./check-database.ts";
import { checkLogs } from "./check-logs.ts";
import { checkMachine } from "./check-machine.ts";
import { checkMail } from "./check-mail.ts";
import { checkNeighbours } from "./check-neighbours.ts";
import { checkPackages } from "./check-packages.ts";
import { checkReplica } from "./check-replica.ts";
import { checkSites } from "./check-sites.ts";
import { type Finding, good, note, reasonOf, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";
import type { DatabaseFacts } from "./read-database.ts";

/** The database's facts, or why there are none. The password is not in the reason. */
async function ask(url: string | undefined, probes: Probes): Promise<DatabaseFacts | Finding> {
  if (url === undefined) return note("database", "DATABASE_URL is not set: the embedded one is for trying out");
  try {
    return await probes.database(url);
  } catch (error) {
    const { host } = new URL(url);
    const todo = "check DATABASE_URL, that PostgreSQL runs, and that pg_hba.conf lets this machine in";
    return wrong("database", `no database to use at ${host || "its socket"} (${reasonOf(error)}): ${todo}`);
  }
}

/** Looks at everything that a running product needs. Changes nothing but a probe in the store. */
export async function examine(env: NodeJS.ProcessEnv, selectors: string[], probes: Probes): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map((problem) => wrong("configuration", problem));
  }
  const { version, commit } = readVersion();
  const general = [
    good("version", commit === null ? version : `${version}, commit ${commit}`),
    good("configuration", "every variable is valid"),
  ];
  if (config.mode !== "production") general.push(note("configuration", "NODE_ENV is not production"));
  if (config.mode === "production" && config.trustProxy === 0) {
    general.push(note("configuration", "TRUST_PROXY is 0: behind a proxy all members would share one rate limit"));
  }
  if (config.backupDir !== undefined && config.backupRecipient === undefined) {
    general.push(note("backups", "they are not encrypted: see Encrypting them in docs/operators/backups.md"));
  }
  const age = runtimeAgeDays(probes.now());
  if (age > oldestRuntimeDays) {
    const todo = "upgrade to the newest release of the product, or renew the version in package.json";
    general.push(wrong("runtime", `Node ${pinnedNode.version} was the newest ${age} days ago: ${todo}`));
  } else general.push(good("runtime", `Node ${pinnedNode.version} was the newest ${age} days ago`));
  const facts = await ask(config.directUrl ?? config.databaseUrl, probes);
  const readAt = probes.now();
  const databaseFacts = "level" in facts ? undefined : facts;
  const sites = databaseFacts?.sites ?? [];
  const parts = await Promise.all([
    "level" in facts ? [facts] : checkDatabase(facts, config),
    databaseFacts ? checkReplica(config, databaseFacts.settings, probes) : [],
    checkPooledSettings(config, probes),
    databaseFacts ? checkSites(sites, probes) : [],
    checkMail({ smtpUrl: config.smtpUrl, sites, selectors }, probes),
    checkNeighbours({ config, probes }),
    checkMachine(config, probes, databaseFacts && { theirs: databaseFacts.now, readAt }),
    databaseFacts ? [...checkActivity(databaseFacts), ...checkPooler(databaseFacts, config)] : [],
    checkBackups(config, probes.now()),
    databaseFacts ? checkLogEncryption(config, databaseFacts.settings) : [],
    checkPackages(probes),
    checkLogs(probes),
  ]);
  return [...general, ...parts.flat()];
}
