import { randomUUID } from "node:crypto";
import { renderUnicodeCompact } from "uqr";
import { type StaffRole, staffRoles } from "#contract/constants.ts";
import { freeText } from "#contract/text.ts";
import { demoStaff } from "#demo/staff.ts";
import type { Config } from "#server/config/config.ts";
import { findRunningPort } from "#server/config/running-port.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { createRegistry } from "#server/feature.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { type ChatLine, closeReview, listReviews } from "#server/features/chat/index.ts";
import { features } from "#server/features/index.ts";
import { dismissReport, listReports, openReport } from "#server/features/moderation/index.ts";
import {
  addStaff,
  changeStaffRole,
  codeNow,
  disableStaff,
  listStaff,
  resetStaff,
  runLogged,
} from "#server/features/office/index.ts";
import {
  closeIssue,
  closeWithdrawal,
  liftDebitBlock,
  listDebitBlocks,
  listOpenIssues,
  listOpenWithdrawals,
} from "#server/features/payments/index.ts";
import { approveAboutMe, listWaitingTexts, rejectAboutMe, waitingTextOf } from "#server/features/profiles/index.ts";
import { listSites, siteOrigin } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { createTexts } from "#server/texts.ts";
import { assertId, inOneLine, type Print, Refusal, toMinute } from "./command-output.ts";
import { complaintCommands, complaintUsage, runComplaints } from "./staff-complaints.ts";
import { photoCommands, photoUsage, runPhotos } from "./staff-photos.ts";
import { type Database, withDatabase, withJobs } from "./with-database.ts";

const usage = `npm run staff -- …
  add <e-mail> <name> <role> [address]   adds staff and prints their invitation; roles: ${staffRoles.join(", ")}
  reset <e-mail> [address]               a new invitation; password, app, passkeys and sessions are deleted
  role <e-mail> <role>                   gives a staff member another role, and logs them out
  disable <e-mail>                       locks a staff member out, at once
  list                                   all staff, and whether they can log in
  code                                   the current code of ${demoStaff.email}, the login of a demo
  reports                                open reports, urgent ones and then the oldest first
  report <number>                        everything about a report; for one about a chat, its messages
  close <number>                         closes a report without a measure; its reporter gets a statement of reasons
  reviews                                members whose first messages to several others were marked, the oldest first
  close-review <number>                  closes a review
  texts                                  "about me" texts that wait for inspection, the oldest first
  approve-text <member>                  shows the member's waiting text to others
  reject-text <member>                   deletes it; others still see the previous text
${photoUsage}
${complaintUsage}
  debit-blocks                           members who can't pay by direct debit, because their bank took one back
  lift-debit-block <member>              lets the member pay by direct debit again
  withdrawals                            withdrawals that were not refunded automatically, the oldest first
  close-withdrawal <number>              closes one that has been dealt with
  payments                               differences in payments, and unusual spending, the oldest first
  close-payment <number>                 closes one that has been dealt with
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

/** A member in a report; an erased one has no id. */
const nameAndId = (id: string | null, name: string | null) => (id ? `${name ?? ""} (${id})` : "erased");

/** A message's attachment in words. */
function describeAttachment({ attachment }: ChatLine): string[] {
  switch (attachment?.kind) {
    case "gift":
      return [`gift: ${attachment.gift}`];
    case "photo":
      return [`photo: ${attachment.status} ${attachment.image?.filename ?? ""}`];
    case undefined:
      return [];
  }
}

async function printReport({ db, now, print }: CommandContext, id: string): Promise<void> {
  const found = await openReport({ db, services: createRegistry(features) }, id, now);
  if (!found) throw new Refusal(`There is no report ${id}.`);
  const {
    site,
    about,
    about_id,
    reason,
    text,
    status,
    closed_at: closed,
    chat,
    evidence,
    file,
    photo_until: until,
  } = found;
  print(`${status}${closed ? ` since ${toMinute(closed)}` : ""}\t${toMinute(found.created_at)}\t${site}`);
  print(`reported\t${nameAndId(found.reported_id, found.reported)}`);
  print(`by\t${nameAndId(found.reporter_id, found.reporter)}`);
  print(`about\t${about} ${about_id ?? "erased"}\nreason\t${reason}`);
  if (file) print(`photo\t${file}, below files/ in the data folder${until ? `, kept until ${toMinute(until)}` : ""}`);
  if (evidence) print(`message\t${toMinute(new Date(evidence.at))}\t${evidence.kind}\t${inOneLine(evidence.text)}`);
  if (text !== "") print(`words\t${text}`);
  if (chat.length > 0) print("\nThe chat, the oldest message first. The report records that you read it.\n");
  for (const line of chat) {
    const side = line.from === found.reported_id ? "reported" : "by";
    print([toMinute(new Date(line.at)), side, line.kind, ...describeAttachment(line), line.text].join("\t"));
  }
  if (status === "open") print(`\nDone with it? npm run staff -- close ${id}`);
}

/** Closes a report without a measure. */
async function keepReport({ db, config, url }: Database, id: string, now: Date): Promise<boolean> {
  const decision = { id, decisionId: randomUUID(), staffId: null };
  return await withJobs(url, (jobs) =>
    inTransaction(db, (trx) => {
      const services = { jobs, config, clock: systemClock, texts: createTexts() };
      return dismissReport({ db: trx, services, now }, decision);
    }),
  );
}

async function runReports(database: Database, context: CommandContext, [command, id = ""]: string[]): Promise<void> {
  const { db, now, print } = context;
  if (command === "reports") {
    const open = await listReports(db);
    if (open.length === 0) print("Nothing is open.");
    for (const { reason, about, site, ...one } of open) {
      print(
        `${one.id}\t${toMinute(one.created_at)}\t${site}\t${about}\t${reason}\t${nameAndId(one.reported_id, one.reported)}`,
      );
    }
    return;
  }
  assertId(id, "number of a report");
  if (command === "report") await printReport(context, id);
  else if (await keepReport(database, id, now))
    print("The report is closed, and its reporter is notified. It will be deleted in a year.");
  else throw new Refusal(`No report ${id} is open.`);
}

/** Approves a text. The job that notifies the member is only added here; the server's worker runs it. */
async function approve(db: Db, url: string, member: string, text: string): Promise<boolean> {
  return await withJobs(url, (jobs) => approveAboutMe({ db, jobs, clock: systemClock }, member, text));
}

async function runTexts(
  { db, now, print }: CommandContext,
  url: string,
  [command, member = ""]: string[],
): Promise<void> {
  if (command === "texts") {
    const waiting = await listWaitingTexts(db);
    if (waiting.length === 0) print("Nothing is waiting.");
    for (const { member_id, since, site, text } of waiting) {
      print(`${member_id}\t${toMinute(since)}\t${site}\t${inOneLine(text)}`);
    }
    return;
  }
  assertId(member, "id of a member");
  const text = await waitingTextOf(db, member);
  if (text === null) throw new Refusal(`No text of ${member} is waiting.`);
  const approving = command === "approve-text";
  const done = approving ? await approve(db, url, member, text) : await rejectAboutMe(db, member, text, now);
  if (!done) throw new Refusal(`${member} has just changed the text: read it again first.`);
  print(
    `${approving ? "Others see it now" : "It is deleted, and others still see the previous text"}: ${inOneLine(text)}`,
  );
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

async function runReviews({ db, now, print }: CommandContext, [command, id = ""]: string[]): Promise<void> {
  if (command === "reviews") {
    const open = await listReviews(db);
    if (open.length === 0) print("Nothing is open.");
    for (const { site, name, member_id, recipients, reports, ...one } of open) {
      print(
        `${one.id}\t${toMinute(one.opened_at)}\t${site}\t${nameAndId(member_id, name)}\t${recipients} members, ${reports} reports`,
      );
    }
    return;
  }
  assertId(id, "number of a review");
  if (await closeReview(db, id, now)) print("The review is closed.");
  else throw new Refusal(`No review ${id} is open.`);
}

async function runWithdrawals({ db, now, print }: CommandContext, [command, id = ""]: string[]): Promise<void> {
  if (command === "withdrawals") {
    const open = await listOpenWithdrawals(db);
    if (open.length === 0) print("Nothing is open.");
    for (const { site, member_id: member, payment_id: payment, email, number, ...one } of open) {
      const about = [
        member ?? "no account",
        email ?? "logged in",
        inOneLine(number),
        payment ?? "no payment of theirs",
      ];
      print([one.id, toMinute(one.created_at), site, ...about].join("\t"));
    }
    return;
  }
  assertId(id, "number of a withdrawal");
  if (await closeWithdrawal(db, id, now)) print("The withdrawal is closed.");
  else throw new Refusal(`No withdrawal ${id} is open.`);
}

async function runPayments({ db, now, print }: CommandContext, [command, id = ""]: string[]): Promise<void> {
  if (command === "payments") {
    const open = await listOpenIssues(db);
    if (open.length === 0) print("Nothing is open.");
    for (const { kind, payment_id: payment, member_id: member, detail, ...one } of open) {
      const about = [payment ?? one.subject, member ?? "no member", JSON.stringify(detail)];
      print([one.id, toMinute(one.found_at), kind, ...about].join("\t"));
    }
    return;
  }
  assertId(id, "number of the list");
  if (await closeIssue(db, id, now)) print("It is closed.");
  else throw new Refusal(`Nothing with the number ${id} is open.`);
}

const loginCommands = ["add", "reset", "role", "disable", "list"];
/** How many of a command's words the audit log has: names that were typed stay out of it. */
const loggedWords = (command: string) => (command === "role" ? 2 : 1);
const reportCommands = ["reports", "report", "close"];
const reviewCommands = ["reviews", "close-review"];
const withdrawalCommands = ["withdrawals", "close-withdrawal"];
const paymentCommands = ["payments", "close-payment"];
const debitCommands = ["debit-blocks", "lift-debit-block"];
/** These change nothing, so that the audit log does not have them. */
const listCommands = [
  "list",
  "reports",
  "reviews",
  "texts",
  "photos",
  "complaints",
  "debit-blocks",
  "withdrawals",
  "payments",
];
const textCommands = ["texts", "approve-text", "reject-text"];

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
  if (
    ![
      ...loginCommands,
      ...reportCommands,
      ...reviewCommands,
      ...textCommands,
      ...photoCommands,
      ...complaintCommands,
      ...debitCommands,
      ...withdrawalCommands,
      ...paymentCommands,
    ].includes(command)
  )
    throw new Refusal(usage);
  const run = async ({ db, config, url }: Database, printLine: Print): Promise<void> => {
    const context = { db, now, print: printLine };
    if (photoCommands.includes(command)) await runPhotos({ db, config, url, print: printLine }, [command, ...args]);
    else if (complaintCommands.includes(command)) await runComplaints({ ...context, config, url }, [command, ...args]);
    else if (textCommands.includes(command)) await runTexts(context, url, [command, ...args]);
    else if (reviewCommands.includes(command)) await runReviews(context, [command, ...args]);
    else if (debitCommands.includes(command)) await runDebitBlocks(context, [command, ...args]);
    else if (withdrawalCommands.includes(command)) await runWithdrawals(context, [command, ...args]);
    else if (paymentCommands.includes(command)) await runPayments(context, [command, ...args]);
    else if (reportCommands.includes(command)) await runReports({ db, config, url }, context, [command, ...args]);
    else {
      const port = (env.PORT ? undefined : findRunningPort(config.dataDir)) ?? config.port;
      await runLogins(context, { ...config, port }, [command, ...args]);
    }
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
