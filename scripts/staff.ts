/** Manages staff and blocks of direct debit, from the machine that the product runs on. */
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
  listStaff,
  resetStaff,
  runLogged,
} from "#server/features/office/index.ts";
import { liftDebitBlock, listDebitBlocks } from "#server/features/payments/index.ts";
import { listSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { type Random, systemRandom } from "#server/lib/random.ts";
import { siteOrigin } from "#server/site.ts";
import { type Print, runCommand, toMinute } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

const usage = `npm run staff -- …
  add <e-mail> <name> <role> [address]   adds staff and prints their invitation; roles: ${staffRoles.join(", ")}
  reset <e-mail> [address]               a new invitation; password, app, passkeys and sessions are deleted
  role <e-mail> <role>                   gives a staff member another role, and logs them out
  disable <e-mail>                       locks a staff member out, at once
  list                                   all staff, and whether they can log in
  code                                   the current code of ${demoStaff.email}, the login of a demo
  debit-blocks                           members who can't pay by direct debit, because their bank took one back
  lift-debit-block <member>              lets the member pay by direct debit again
[address] is the site's address for the invitation, such as https://www.example.org`;

type CommandContext = { db: Unlocked; config: Config; now: Date; random: Random; print: Print };
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
  async disable({ db, print }, [email = ""]) {
    print(`${(await disableStaff(db, email)).name} is locked out.`);
  },
  async list({ db, now, print }) {
    for (const { email, name, role, state, lastLogin } of await listStaff(db, now)) {
      print(`${email}\t${name}\t${role}\t${state}\t${lastLogin?.toISOString() ?? "never logged in"}`);
    }
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
};

/** Runs one command. Throws an error whose message is for the user, a `ConfigError` if the environment is wrong. */
export async function runStaff([name = "", ...args]: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const now = systemClock.now();
  if (name === "code") {
    const { code, seconds } = codeNow(demoStaff.secret, now);
    return print(`${code}   for ${seconds} more seconds`);
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Error(usage);
  await withDatabase(env, async ({ db, config: read }) => {
    const port = (env.PORT ? undefined : findRunningPort(read.dataDir)) ?? read.port;
    const context = { db, config: { ...read, port }, now, random: systemRandom, print };
    // what changes nothing is not in the audit log
    if (name === "list" || name === "debit-blocks") return await command(context, args);
    const lines = await runLogged({ db, actor: null, now }, async (trx) => {
      const answer: string[] = [];
      await command({ ...context, db: trx, print: (line) => answer.push(line) }, args);
      // names that were typed stay out of the log
      const words = args.slice(0, name === "role" ? 2 : 1);
      return { answer, log: { action: "command", subject: [name, ...words].join(" ") } };
    });
    for (const line of lines) print(line);
  });
}

if (import.meta.main) await runCommand(runStaff);
