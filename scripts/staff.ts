/** Manages staff and blocks of direct debit, from the machine that the product runs on. */
import { writeFile } from "node:fs/promises";
import { renderUnicodeCompact } from "uqr";
import { z } from "zod";
import { type StaffRole, staffRoles } from "#contract/constants.ts";
import { freeText } from "#contract/text.ts";
import { demoStaff } from "#demo/staff.ts";
import type { Config } from "#server/config/config.ts";
import { findRunningPort } from "#server/config/data-folder.ts";
import type { Unlocked } from "#server/db/locks.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import {
  addStaff,
  changeStaffRole,
  codeNow,
  disableStaff,
  limitStaffByEmail,
  listStaff,
  resetStaff,
  runLogged,
} from "#server/features/office/index.ts";
import { liftDebitBlock, listDebitBlocks } from "#server/features/payments/index.ts";
import { keepSealed, listSealed, sealedKey } from "#server/features/profiles/index.ts";
import { listSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { type Random, systemRandom } from "#server/lib/random.ts";
import { createFiles } from "#server/ports/files/create.ts";
import { siteOrigin } from "#server/site.ts";
import { printEndedLogin } from "./print-ended-login.ts";
import { type Print, runCommand, toMinute } from "./run-command.ts";
import { hasDatabase, withDatabase } from "./with-database.ts";

const usage = `npm run staff -- …
  add <e-mail> <name> <role> [address]   adds staff and prints their invitation; roles: ${staffRoles.join(", ")}
  reset <e-mail> [address]               a new invitation; password, app, passkeys and sessions are deleted
  role <e-mail> <role>                   gives a staff member another role, and logs them out
  sites <e-mail> <key>… | all            limits a staff member to some sites, by their keys
  disable <e-mail>                       locks a staff member out, at once
  list                                   all staff, and whether they can log in
  code                                   the current code of ${demoStaff.email}, the login of a demo
  debit-blocks                           members who can't pay by direct debit, because their bank took one back
  lift-debit-block <member>              lets the member pay by direct debit again
  sealed                                 pictures and recordings of child abuse, kept for the police, by number
  open-sealed <number> <file>            writes one into a file, for the police; the audit log names it
  keep-sealed <number> <day>             keeps one until that day, such as 2027-03-31: the police has not answered
[address] is the site's address for the invitation, such as https://www.example.org`;

type CommandContext = {
  db: Unlocked;
  config: Config;
  now: Date;
  random: Random;
  print: Print;
  /** Runs a step once the audit log has the command. */
  whenLogged(step: () => Promise<void>): void;
};
type Command = (context: CommandContext, args: string[]) => Promise<void>;

async function findSiteAddress({ db, config }: CommandContext, typed: string | undefined): Promise<string> {
  const parsed = typed === undefined ? undefined : URL.parse(typed);
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin;
  if (typed !== undefined) throw new Error(`${typed} is not the address of a site.`);
  const [first] = await listSites(db);
  if (!first) throw new Error("There is no site yet: add the address at the end.");
  return siteOrigin(first, config);
}

function printInvitation({ print }: CommandContext, address: string, email: string, token: string): void {
  const link = `${address}/staff/setup/${token}`;
  print(`The invitation for ${email}, valid once and for 24 hours. Send it over a channel that you trust:\n`);
  print(`  ${link}\n\n${renderUnicodeCompact(link, { border: 2 })}`);
}

function readRole(typed: string): StaffRole {
  const role = staffRoles.find((one): one is StaffRole => one === typed);
  if (!role) throw new Error(`"${typed}" is not a role. Roles are: ${staffRoles.join(", ")}.`);
  return role;
}

const commands: Record<string, Command> = {
  async add(context, [typed = "", typedName = "", typedRole = "", site]) {
    const email = canonicalAddress(typed);
    if (!email) throw new Error(`"${typed}" is not an email address.\n\n${usage}`);
    const { data: name } = freeText(60).safeParse(typedName);
    if (name === undefined) throw new Error(`"${typedName}" is not a name of 1 to 60 characters.\n\n${usage}`);
    const role = readRole(typedRole);
    const address = await findSiteAddress(context, site);
    const token = await addStaff(context, { email, name, role });
    if (!token) throw new Error(`${email} is already a staff member: use reset for a new invitation.`);
    printInvitation(context, address, email, token);
  },
  async reset(context, [typed = "", site]) {
    const address = await findSiteAddress(context, site);
    printInvitation(context, address, canonicalAddress(typed) ?? typed, await resetStaff(context, typed));
  },
  async role({ db, config, print }, [email = "", asked = ""]) {
    const role = readRole(asked);
    const { name, before, change } = await changeStaffRole(db, { email, role, demo: config.demo });
    if (change === "same") throw new Error(`${name} has the role ${role} already.`);
    if (change === "last_admin") throw new Error(`${name} is the only admin who can log in: add another one first.`);
    print(`${name} was ${before}, and is ${role} now. Every session of theirs has ended.`);
  },
  async sites({ db, print }, [email = "", ...keys]) {
    if (keys.length === 0) throw new Error(`Name the keys of sites, or all.\n\n${usage}`);
    const { name } = await limitStaffByEmail(db, email, keys.join() === "all" ? null : keys);
    print(`${name} works on ${keys.join() === "all" ? "all sites" : keys.join(", ")} from now on.`);
  },
  async disable({ db, print }, [email = ""]) {
    print(`${(await disableStaff(db, email)).name} is locked out.`);
  },
  async list({ db, now, print }) {
    for (const { email, name, role, sites, state, lastLogin } of await listStaff(db, now)) {
      const last = lastLogin?.toISOString() ?? "never logged in";
      print([email, name, role, state.replace("_", " "), last, sites?.join(", ") ?? "all sites"].join("\t"));
    }
    await printEndedLogin(db, print);
  },
  async "debit-blocks"({ db, print }) {
    const blocks = await listDebitBlocks(db);
    if (blocks.length === 0) print("No member is blocked.");
    for (const { member_id, name, site, blocked_at } of blocks) {
      print(`${member_id}\t${toMinute(blocked_at)}\t${site}\t${name}`);
    }
  },
  async "lift-debit-block"({ db, print }, [member = ""]) {
    if (!z.guid().safeParse(member).success) throw new Error(`"${member}" is not the id of a member.`);
    if (!(await liftDebitBlock(db, member))) throw new Error(`${member} is not blocked for direct debits.`);
    print(`${member} can pay by direct debit again.`);
  },
  async sealed({ db, print }) {
    const sealed = await listSealed(db);
    if (sealed.length === 0) print("Nothing is sealed.");
    for (const { id, sound_type, site, member_id, sealed_at, erase_at } of sealed) {
      const kind = sound_type === null ? "picture" : "recording";
      print(`${id}\t${kind}\t${toMinute(sealed_at)}\tuntil ${toMinute(erase_at)}\t${site}\t${member_id}`);
    }
  },
  async "open-sealed"({ db, config, print, whenLogged }, [typed = "", file = ""]) {
    const number = readNumber(typed);
    const sealed = (await listSealed(db)).find(({ id }) => id === number);
    if (!sealed) throw new Error(`Nothing is sealed under the number ${number}.`);
    if (file === "") throw new Error(`Name the file to write.\n\n${usage}`);
    const bytes = await createFiles(config).get(sealedKey(sealed.photo_id, sealed.sound_type));
    if (!bytes) throw new Error(`The file of number ${number} is not in the store.`);
    print(`Number ${number} is in ${file}. Give it to the police only, then delete the file.`);
    whenLogged(() => writeFile(file, bytes, { flag: "wx", mode: 0o600 }));
  },
  async "keep-sealed"({ db, now, print }, [typed = "", day = ""]) {
    const until = new Date(`${day}T00:00:00Z`);
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(until.getTime()) || until <= now)
      throw new Error(`"${day}" is not a day to come, such as 2027-03-31.`);
    if (!(await keepSealed(db, readNumber(typed), until)))
      throw new Error(`Nothing is sealed under the number ${typed}.`);
    print(`Number ${typed} is kept until ${day}.`);
  },
};

const readNumber = (typed: string) => {
  if (!/^[1-9]\d{0,8}$/.test(typed)) throw new Error(`"${typed}" is not the number of a sealed picture or recording.`);
  return Number(typed);
};

/** Runs one command. Throws an error whose message is for the user, a `ConfigError` if the environment is wrong. */
export async function runStaff([name = "", ...args]: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const now = systemClock.now();
  if (name === "code") {
    const { code, seconds } = codeNow(demoStaff.secret, now);
    print(`${code}   for ${seconds} more seconds`);
    if (hasDatabase(env)) await withDatabase(env, ({ db }) => printEndedLogin(db, print));
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(usage);
  await withDatabase(env, async ({ db, config: read }) => {
    const port = (env.PORT ? undefined : findRunningPort(read.dataDir)) ?? read.port;
    const steps: (() => Promise<void>)[] = [];
    const whenLogged = (step: () => Promise<void>) => void steps.push(step);
    const context = { db, config: { ...read, port }, now, random: systemRandom, print, whenLogged };
    // what changes nothing is not in the audit log
    if (["list", "debit-blocks", "sealed"].includes(name)) return await command(context, args);
    const lines = await runLogged({ db, actor: null, now }, async (trx) => {
      const answer: string[] = [];
      await command({ ...context, db: trx, print: (line) => answer.push(line) }, args);
      // names that were typed stay out of the log
      const words = name === "sites" ? args : args.slice(0, name === "role" ? 2 : 1);
      return { answer, log: { action: "command", subject: [name, ...words].join(" ") } };
    });
    for (const step of steps) await step();
    for (const line of lines) print(line);
  });
}

if (import.meta.main) await runCommand(runStaff);
