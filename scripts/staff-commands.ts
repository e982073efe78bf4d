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

type CommandContext = { db: Db; config: Config; now: Date; print: Print };
type Command = (context: CommandContext, args: string[]) => Promise<void>;

const unknown = (typed: string) => new Refusal(`No staff member has the address "${typed}".`);

/** The address of the invitation: as typed, else that of the first site. */
async function findSiteAddress({ db, config }: CommandContext, typed: string | undefined): Promise<string> {
  if (typed !== undefined) {
    const parsed = URL.parse(typed);
    if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new Refusal(`${typed} is not the address of a site.`);
    return parsed.origin;
  }
  const [first] = await listSites(db);
  if (!first) throw new Refusal("There is no site yet: add the address at the end.");
  return siteOrigin(first, config);
}

function printInvitation({ print }: CommandContext, address: string, email: string, token: string): void {
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

const commands: Record<string, Command> = {
  async add(context, args) {
    const newcomer = readNewcomer(args);
    const address = await findSiteAddress(context, args[3]);
    const token = await addStaff({ ...context, random: systemRandom }, newcomer);
    if (!token) throw new Refusal(`${newcomer.email} is already a staff member: use reset for a new invitation.`);
    printInvitation(context, address, newcomer.email, token);
  },
  async reset(context, [typed = "", site]) {
    const email = canonicalAddress(typed) ?? typed;
    const address = await findSiteAddress(context, site);
    const token = await resetStaff({ ...context, random: systemRandom }, email);
    if (!token) throw unknown(typed);
    printInvitation(context, address, email, token);
  },
  async role({ db, config, print }, [typed = "", asked = ""]) {
    const role = readRole(asked);
    const email = canonicalAddress(typed) ?? typed;
    const found = await changeStaffRole(db, { email, role, demo: config.demo });
    if (!found) throw unknown(typed);
    const { name, before, change } = found;
    if (change === "same") throw new Refusal(`${name} has the role ${role} already.`);
    if (change === "last_admin") throw new Refusal(`${name} is the only admin who can log in: add another one first.`);
    print(`${name} was ${before}, and is ${role} now. Every session of theirs has ended.`);
  },
  async disable({ db, print }, [typed = ""]) {
    const found = await disableStaff(db, canonicalAddress(typed) ?? typed);
    if (!found) throw unknown(typed);
    print(`${found.name} is locked out.`);
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
    assertId(member, "id of a member");
    if (!(await liftDebitBlock(db, member))) throw new Refusal(`${member} is not blocked for direct debits.`);
    print(`${member} can pay by direct debit again.`);
  },
};

/** These change nothing, so that the audit log does not have them. */
const listCommands = ["list", "debit-blocks"];

/**
 * Runs one command, and passes each line of its output to `print`. Throws an error whose message is for the user, a
 * `ConfigError` if the environment is wrong.
 */
export async function runStaff([name = "", ...args]: string[], env: NodeJS.ProcessEnv, print: Print): Promise<void> {
  const now = systemClock.now();
  if (name === "code") {
    const { code, seconds } = codeNow(demoStaff.secret, now);
    return print(`${code}   for ${seconds} more seconds`);
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new Refusal(usage);
  await withDatabase(env, async ({ db, config: read }) => {
    const port = (env.PORT ? undefined : findRunningPort(read.dataDir)) ?? read.port;
    const config = { ...read, port };
    if (listCommands.includes(name)) return await command({ db, config, now, print }, args);
    const lines = await runLogged({ db, actor: null, now }, async (trx) => {
      const answer: string[] = [];
      await command({ db: trx, config, now, print: (line) => answer.push(line) }, args);
      // names that were typed stay out of the log
      const words = args.slice(0, name === "role" ? 2 : 1);
      return { answer, log: { action: "command", subject: [name, ...words].join(" ") } };
    });
    for (const line of lines) print(line);
  });
}
