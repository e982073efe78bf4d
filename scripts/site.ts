/** Creates and changes sites (D2), from the machine that the product runs on. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import type { parseArgs } from "node:util";
import type { ErrorCode } from "#contract/errors.ts";
import { importedDays } from "#contract/imports.ts";
import { mayJoin } from "#contract/tracking.ts";
import { countFictional } from "#demo/fictional.ts";
import { fillFictional } from "#demo/fill-fictional.ts";
import { numberFrom } from "#server/db/copy-site.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { hashAddresses, importMembers, readMembersFile } from "#server/features/account/index.ts";
import { listPostbacks, resendFailed, resendToNetwork } from "#server/features/advertising/index.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { beginRemoval, countClosing, runLogged } from "#server/features/office/index.ts";
import {
  allowedValues,
  changeSite,
  createSite,
  findClashes,
  findSetupTasks,
  InvalidSite,
  type KnownSite,
  listSites,
  readSiteFile,
  requireSite,
  type SiteInput,
} from "#server/features/sites/index.ts";
import { Failure } from "#server/http/fail.ts";
import { createJobs } from "#server/jobs/jobs.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { createFiles } from "#server/ports/files/create.ts";
import { settingDefinitions } from "#server/site-settings.ts";
import { assertEmpty, exportSite } from "./export-site.ts";
import { importSite } from "./import-site.ts";
import { eraseCopy, moveSite, undoMove } from "./move-site.ts";
import { readOther, withInstallation } from "./other-installation.ts";
import { printEndedLogin } from "./print-ended-login.ts";
import { type Print, readArguments, runCommand, toMinute } from "./run-command.ts";
import { readSiteInput } from "./site-input.ts";
import { type Database, withDatabase } from "./with-database.ts";

const usage = `npm run site -- …
  create <key> [--from file] [name=value …]   creates a site, completely or not at all
  set <key> [--from file] [--also keys] [name=value …]
                                              changes what is named, nothing else; --also: the other sites of its
                                              company, if the company changes
  unset <key> <setting …>                     resets settings to their defaults
  list                                        all sites
  show <key> [--json]                         a site's settings; --json: the file that --from reads
  check [key]                                 what is wrong, and what has to be done before a site opens
  remove <key> [--members n]                  removes a closed site for good; without --members it says what would go
  move <key or host> --to <file> [--undo | --erase [--members n]]
                                              moves a site to another installation, whose environment the file has;
                                              --undo takes it back, --erase erases the old copy here
  numbers <n>                                 new sites and companies are numbered from n, so that those of another
                                              installation can come here
  postbacks <key>                             the newest postbacks to networks, and what they answered
  resend <key> <network>                      sends each postback or event for a network that failed once more
  export <key> <folder>                       all rows and files of a site, into an empty folder; no pictures that only
                                              staff see, such as those of checks that wait
  import <folder>                             a site that another installation exported, closed; who waited for a check
                                              sends a picture again
  import <key> <file> --source name [--dry-run]
                                              asks the people of a CSV of another platform by email whether they join
  hashes <key> <file>                         the keyed hashes of a file's addresses, one a line, for a list of bans
  settings                                    every setting: what is allowed, its default, what it does
A name is a setting, hosts, fictional (how many fictional profiles), company.name, company.address1 …, or company: the
key of another site that the same company runs, or new for a company of its own. Lists are written with commas. Bundles
can only be given in a file.`;

type CommandContext = Database & { now: Date; cdnHosts: readonly string[]; print: Print };
const text = { type: "string" } as const;
const options = {
  from: text,
  also: text,
  members: text,
  source: text,
  json: { type: "boolean" },
  "dry-run": { type: "boolean" },
  to: text,
  undo: { type: "boolean" },
  erase: { type: "boolean" },
} as const;
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>["values"];
type Command = (context: CommandContext, args: string[], options: Options) => Promise<void>;
type Wanted = SiteInput & { key: string; fictional?: number | undefined };

/** Seconds until every process sees a change: the caches of `createSiteFinder` and of the bundles. */
const secondsToSpread = 5;

/** Another encoding, as old programs write it, would spoil each name with an accent without a word. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  if (!isUtf8(bytes)) throw new Error(`${file} is not UTF-8`);
  return bytes.toString("utf8");
}

async function addProfiles({ db, config, url, print }: CommandContext, { key, fictional }: Wanted): Promise<number> {
  if (fictional === undefined) return 0;
  const { site } = await requireSite(db, key);
  const existing = await countFictional(db, site.id);
  if (fictional < existing) {
    const why = "none is removed, as members may have chats with them";
    throw new InvalidSite([`fictional: the site has ${existing} already, and ${why}`]);
  }
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`);
  const jobs = await createJobs(url, [], { worker: false, onError });
  try {
    const services = { db, config, files: createFiles(config), clock: systemClock, random: systemRandom, jobs };
    const added = await fillFictional(services, site.id, fictional);
    if (added > 0) print(`${added} fictional profiles were added, each with its label.`);
    return added;
  } finally {
    await jobs.stop();
  }
}

function readWanted(args: string[], { from }: Options): Wanted {
  const { key, ...input } = readSiteInput(from, args);
  if (key !== undefined) return { key, ...input };
  throw new InvalidSite([`key: is missing.\n\n${usage}`]);
}

/** Says it where it is decided: without a phone number a site looks complete, and has nothing to sell. */
async function warnOfSales({ db, print }: CommandContext, key: string): Promise<void> {
  const tasks = findSetupTasks(await requireSite(db, key));
  for (const { name, line } of tasks) if (name === "support_phone") print(`Before anything is sold: ${line}.`);
}

async function create(context: CommandContext, input: Wanted): Promise<void> {
  const { print, key } = { ...context, ...input };
  const { created, file } = await createSite(context, key, input);
  const added = await addProfiles(context, input);
  if (created) {
    print(`The site ${key} is created. Within ${secondsToSpread} seconds it answers at ${file.settings.domain}.`);
    await warnOfSales(context, key);
    print(`What is left to do: npm run site -- check ${key}`);
    await printEndedLogin(context.db, print);
  } else if (added === 0) print(`The site ${key} already exists as described. Nothing was changed.`);
}

/** Changes a site, with an entry of the audit log, and prints what was changed. */
async function change(
  context: CommandContext,
  input: Wanted,
  how: { unset?: readonly string[]; alsoOn?: readonly string[] },
): Promise<void> {
  const { db, now, print } = context;
  const { key } = input;
  const { changes, sharing } = await runLogged({ db, actor: null, now }, async (trx) => {
    const answer = await changeSite({ ...context, db: trx }, key, input, how);
    const entry = { action: "site_changed", subject: `site:${key}` } as const;
    return { answer, log: answer.changes.length === 0 ? [] : entry };
  });
  for (const line of changes) print(line);
  if (sharing.length > 0) print(`The company was changed at ${sharing.join(", ")} too.`);
  if (changes.length > 0) {
    print(`Every process uses it within ${secondsToSpread} seconds.`);
    await warnOfSales(context, key);
  }
  const added = await addProfiles(context, input);
  if (changes.length + added === 0) print(`The site ${key} has all of that already. Nothing was changed.`);
}

async function problemsOf(context: CommandContext, { site, file }: KnownSite): Promise<readonly string[]> {
  try {
    await readSiteFile(file.key, file, [], (parsed, wrong) => findClashes(context, site.id, parsed, wrong));
    return [];
  } catch (error) {
    if (error instanceof InvalidSite) return error.problems;
    throw error;
  }
}

const notRemovable: { [Code in ErrorCode]?: string } = {
  site_not_closed: "it is not closed, or the day of closed_until is not over",
  site_owes: "members are owed money, or payments are on their way: see What we owe at /staff/money",
  staff_item_gone: "it is being removed already",
};

const commands: Record<string, Command> = {
  create: (context, args, options) => create(context, readWanted(args, options)),
  set: (context, args, options) =>
    change(context, readWanted(args, options), { alsoOn: (options.also ?? "").split(",").filter(Boolean) }),
  unset: (context, [key = "", ...names]) => change(context, { key }, { unset: names }),
  async list({ db, print }) {
    for (const { key, demo, moves, settings } of await listSites(db)) {
      const more = [...(demo ? ["demo"] : []), ...(moves ? ["moves, or was moved"] : [])];
      print([key, settings.domain, settings.name, settings.languages.join(" "), ...more].join("\t"));
    }
  },
  async show({ db, print }, [key = ""], { json }) {
    const { site, file } = await requireSite(db, key);
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
  },
  async check(context, [only]) {
    const { db, print } = context;
    const wrong: string[] = [];
    for (const key of only === undefined ? (await listSites(db)).map((site) => site.key) : [only]) {
      const knownSite = await requireSite(db, key);
      const problems = await problemsOf(context, knownSite);
      const hints = findSetupTasks(knownSite).map(({ line }) => line);
      for (const line of [...problems, ...hints]) print(`${key}\t${line}`);
      if (problems.length > 0) wrong.push(key);
      else print(`${key}\t${hints.length === 0 ? "all is well" : "the settings are valid"}`);
    }
    if (wrong.length > 0) throw new InvalidSite([`Something is wrong with ${wrong.join(", ")}.`]);
  },
  /** Asks for the number of members that it erases, as nothing brings them back. */
  async remove({ db, now, print }, [key = ""], { members: typed }) {
    const { site } = await requireSite(db, key);
    const { members, fictional, chats, photos, receipts, banned } = await countClosing(db, site.id);
    print(`${members} members, ${fictional} fictional profiles, ${chats} chats and ${photos} photos are erased.`);
    print(`${receipts} receipts stay, and ${banned} banned accounts until no one can object.`);
    if (typed !== String(members)) return print(`To remove the site for good: --members ${members}`);
    if ((await listSites(db)).length === 1) throw new Error("It is the only site: stop the processes instead.");
    try {
      await runLogged({ db, actor: null, now }, async (trx) => {
        return { answer: null, log: await beginRemoval(trx, site, null, now) };
      });
    } catch (error) {
      const reason = error instanceof Failure ? notRemovable[error.code] : undefined;
      throw reason === undefined ? error : new Error(`${key}: ${reason}`);
    }
    print("It begins within ten minutes, and its hosts are free once all accounts are erased, about an hour later.");
  },
  async export({ db, config, now, print }, [key = "", folder = ""]) {
    if (folder === "") throw new Error(usage);
    const { site } = await requireSite(db, key);
    assertEmpty(folder);
    // first, so that the log says so of an export that was cut off, too
    await runLogged({ db, actor: null, now }, async () => {
      return { answer: null, log: { action: "site_exported", subject: `site:${key}` } };
    });
    await exportSite({ db, files: createFiles(config), now, print }, site, folder);
  },
  async move({ db, config, url, now, print }, [name = ""], { to: file, undo = false, erase = false, members }) {
    if (!file || (undo && erase)) throw new Error(usage);
    const host = await db.selectFrom("site_hosts").select("site_id").where("host", "=", name).executeTakeFirst();
    const { key, id: siteId } =
      (await listSites(db)).find(({ id }) => id === host?.site_id) ?? (await requireSite(db, name)).site;
    await withInstallation(config, url, async (from) => {
      const other = readOther(file);
      await withInstallation(other.config, other.url, async (to) => {
        const moving = { from, to, siteId, now: () => systemClock.now(), print };
        const action = undo ? "site_move_undone" : erase ? "site_copy_erased" : "site_moved";
        if (undo) await undoMove(moving);
        else if (!erase) await moveSite(moving);
        else if (!(await eraseCopy(moving, members))) return;
        await runLogged({ db, actor: null, now }, async () => ({
          answer: null,
          log: { action, subject: `site:${key}` },
        }));
      });
    });
  },
  async numbers({ config, url, print }, [typed = ""]) {
    const first = Number(typed);
    if (!Number.isInteger(first) || first < 1 || first > 30_000) throw new Error(usage);
    await withInstallation(config, url, async ({ db }) => {
      await inTransaction(db, (trx) => numberFrom(trx, first));
    });
    print(`The next site and the next company have the number ${first} or a later one.`);
  },
  async import({ db, config, url, now, print }, [key = "", file = ""], { source, "dry-run": dry = false }) {
    if (key !== "" && file === "" && !source && !dry) {
      return await withInstallation(config, url, (here) => importSite({ ...here, now, print }, key));
    }
    if (file === "" || !source || source.length > 70) throw new Error(usage);
    const { site } = await requireSite(db, key);
    // an email that leads to a closed door
    const isClosed = site.settings.closed_until !== "" || !mayJoin(site.settings, null);
    if (isClosed) throw new Error(`${key} takes no signups: see its settings signups and closed_until.`);
    const { min_age: minAge } = site.settings;
    const { lines, faults } = readMembersFile(readText(file), { minAge, now });
    for (const { line, fault } of faults) print(`line ${line}: ${fault}`);
    const importing = { db, services: { config }, site, source, now };
    const { imported, before, member, banned } = await importMembers({ ...importing, dry: true }, lines);
    if (!dry) {
      // first, so that the log has an import that is killed in the middle
      await runLogged({ db, actor: null, now }, async () => {
        const detail = { imported, source };
        return { answer: null, log: { action: "members_imported", subject: `site:${key}`, detail } };
      });
    }
    const done = dry ? imported : (await importMembers({ ...importing, dry: false }, lines)).imported;
    print(`${dry ? "To be imported" : "Imported"}, and asked by email within ${importedDays} days: ${done}`);
    print(
      `Twice, or imported before: ${before} · members: ${member} · banned: ${banned} · with faults: ${faults.length}`,
    );
    if (dry) print("Nothing was changed.");
  },
  async hashes({ db, config, print }, [key = "", file = ""]) {
    const { site } = await requireSite(db, key);
    const emails = readText(file)
      .split("\n")
      .filter((line) => line.trim() !== "");
    const wrong = emails.findIndex((line) => canonicalAddress(line) === null);
    if (wrong >= 0) throw new Error(`${file}: address ${wrong + 1} is none`);
    const hashes = await hashAddresses({ db, services: { config }, site }, emails);
    for (const hash of hashes ?? []) print(hash);
  },
  async postbacks({ db, print }, [key = ""]) {
    const { site } = await requireSite(db, key);
    const newest = await listPostbacks(db, site.id, 100);
    if (newest.length === 0) print("No postbacks.");
    for (const { id, created_at: at, step, conversions, network, state, attempts, outcome, status, detail } of newest) {
      const answer = outcome === null ? "" : [outcome, status, detail].filter((part) => part !== null).join(" ");
      print(
        [id, toMinute(at), network, step, `conversions: ${conversions}`, state, `attempts: ${attempts}`, answer].join(
          "\t",
        ),
      );
    }
  },
  async resend({ db, now, print }, [key = "", network = ""]) {
    const { site } = await requireSite(db, key);
    const count = await runLogged({ db, actor: null, now }, async (trx) => {
      const postbacks = await resendFailed(trx, site.id, network, now);
      const answer = postbacks + (await resendToNetwork(trx, site.id, network, now));
      const entry = {
        action: "postbacks_resent",
        subject: `site:${key}`,
        detail: { network, postbacks: answer },
      } as const;
      return { answer, log: answer === 0 ? [] : entry };
    });
    print(count === 0 ? `No postback to ${network} failed.` : `Postbacks that are sent once more: ${count}`);
  },
};

/** Runs one command. Throws an error whose message is for the user, a `ConfigError` if the environment is wrong. */
export async function runSite(args: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const { values, positionals } = readArguments({ args, options, allowPositionals: true }, usage);
  const [name = "", ...rest] = positionals;
  if (name === "settings") {
    for (const [setting, { schema, default: usual, description }] of Object.entries(settingDefinitions)) {
      print(`${setting}\n  ${description}\n  Allowed: ${allowedValues(schema)}. Default: ${JSON.stringify(usual)}\n`);
    }
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(usage);
  await withDatabase(env, async (database) => {
    const { cdnHosts } = database.config;
    await command({ ...database, cdnHosts, now: systemClock.now(), print }, rest, values);
  });
}

if (import.meta.main) await runCommand(runSite);
