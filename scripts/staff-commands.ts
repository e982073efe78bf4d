import { renderUnicodeCompact } from "uqr";
import { type StaffRole, staffRoles } from "#contract/constants.ts";
import { freeText } from "#contract/text.ts";
import { demoStaff } from "#demo/staff.ts";
import type { Config } from "#server/config/config.ts";
import { findRunningPort } from "#server/config/running-port.ts";
import type { Db } from "#server/db/pool.ts";
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
import { listSites, siteOrigin } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { assertId, type Print, Refusal, toMinute } from "./command-output.ts";
import { type Database, withDatabase } from "./with-database.ts";

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

type CommandContext = { db: Db; now: Date; print: Print };

/** The address of the invitation: as typed, else that of the first site. */
async function findSiteAddress(db: Db, config: Config, typed: string | undefined): Promise<string> {
  if (typed !== undefined) {
    const parsed = URL.parse(typed);
    if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new Refusal(`${typed} is not the address of a site.`);
    return parsed.origin;
  }
  const [first] = await listSites(db);
  if (!first) throw new Refusal("There is no site yet: add the address at the end.");
  return siteOrigin(first, config);
}

function printInvitation(print: Print, address: string, email: string, token: string): void {
  const link = `${address}/staff/setup/${token}`;
  print(`The invitation for ${email}, valid once and for 24 hours. Send it over a channel that you trust:\n`);
  print(`  ${link}\n\n${renderUnicodeCompact(link, { border: 2 })}`);
}

function readNewcomer([typed = "", name = "", role = ""]: string[]) {
  const email = canonicalAddress(typed);
  if (!email) throw new Refusal(`"${typed}" is not an email address.\n\n${usage}`);
  const readName = freeText(60).safeParse(name);
  if (!readName.success) throw new Refusal(`"${name}" is not a name of 1 to 60 characters.\n\n${usage}`);
  return { email, name: readName.data, role: readRole(role) };
}

function readRole(typed: string): StaffRole {
  const known = staffRoles.find((one): one is StaffRole => one === typed);
  if (!known) throw new Refusal(`"${typed}" is not a role. Roles are: ${staffRoles.join(", ")}.`);
  return known;
}

async function changeRole({ db, print }: CommandContext, demo: boolean, [typed = "", asked = ""]: string[]) {
  const role = readRole(asked);
  const found = await changeStaffRole(db, { email: canonicalAddress(typed) ?? typed, role, demo });
  if (!found) throw new Refusal(`No staff member has the address "${typed}".`);
  const { name, before, change } = found;
  if (change === "same") throw new Refusal(`${name} has the role ${role} already.`);
  if (change === "last_admin") throw new Refusal(`${name} is the only admin who can log in: add another one first.`);
  print(`${name} was ${before}, and is ${role} now. Every session of theirs has ended.`);
}

async function runLogins(
  { db, now, print }: CommandContext,
  config: Config,
  [command, ...args]: string[],
): Promise<void> {
  const inviting = { db, random: systemRandom, now };
  const [typed = ""] = args;
  const email = canonicalAddress(typed) ?? typed;
  const unknown = () => new Refusal(`No staff member has the address "${typed}".`);
  if (command === "add") {
    const newcomer = readNewcomer(args);
    const address = await findSiteAddress(db, config, args[3]);
    const token = await addStaff(inviting, newcomer);
    if (!token) throw new Refusal(`${newcomer.email} is already a staff member: use reset for a new invitation.`);
    printInvitation(print, address, newcomer.email, token);
  } else if (command === "reset") {
    const address = await findSiteAddress(db, config, args[1]);
    const token = await resetStaff(inviting, email);
    if (!token) throw unknown();
    printInvitation(print, address, email, token);
  } else if (command === "role") {
    await changeRole({ db, now, print }, config.demo, args);
  } else if (command === "disable") {
    const found = await disableStaff(db, email);
    if (!found) throw unknown();
    print(`${found.name} is locked out.`);
  } else if (command === "list") {
    for (const { name, role, state, lastLogin, ...one } of await listStaff(db, now)) {
      print(`${one.email}\t${name}\t${role}\t${state}\t${lastLogin?.toISOString() ?? "never logged in"}`);
    }
  }
}

async function runDebitBlocks({ db, print }: CommandContext, [command, member = ""]: string[]): Promise<void> {
  if (command === "debit-blocks") {
    const blocks = await listDebitBlocks(db);
    if (blocks.length === 0) print("No member is blocked.");
    for (const { member_id, name, site, blocked_at } of blocks) {
      print(`${member_id}\t${toMinute(blocked_at)}\t${site}\t${name}`);
    }
    return;
  }
  assertId(member, "id of a member");
  if (!(await liftDebitBlock(db, member))) throw new Refusal(`${member} is not blocked for direct debits.`);
  print(`${member} can pay by direct debit again.`);
}

const loginCommands = ["add", "reset", "role", "disable", "list"];
/** How many of a command's words the audit log has: names that were typed stay out of it. */
const loggedWords = (command: string) => (command === "role" ? 2 : 1);
const debitCommands = ["debit-blocks", "lift-debit-block"];
/** These change nothing, so that the audit log does not have them. */
const listCommands = ["list", "debit-blocks"];

/**
 * Runs one command, and passes each line of its output to `print`. Throws an error whose message is for the user, a
 * `ConfigError` if the environment is wrong.
 */
export async function runStaff([command = "", ...args]: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const now = systemClock.now();
  if (command === "code") {
    const { code, seconds } = codeNow(demoStaff.secret, now);
    return print(`${code}   for ${seconds} more seconds`);
  }
  if (![...loginCommands, ...debitCommands].includes(command)) throw new Refusal(usage);
  const run = async ({ db, config }: Database, printLine: Print): Promise<void> => {
    const context = { db, now, print: printLine };
    if (debitCommands.includes(command)) return await runDebitBlocks(context, [command, ...args]);
    const port = (env.PORT ? undefined : findRunningPort(config.dataDir)) ?? config.port;
    await runLogins(context, { ...config, port }, [command, ...args]);
  };
  await withDatabase(env, async (database) => {
    if (listCommands.includes(command)) return await run(database, print);
    const lines = await runLogged({ db: database.db, actor: null, now }, async (db) => {
      const said: string[] = [];
      await run({ ...database, db }, (line) => said.push(line));
      return {
        answer: said,
        log: { action: "command", subject: [command, ...args.slice(0, loggedWords(command))].join(" ") },
      };
    });
    for (const line of lines) print(line);
  });
}
