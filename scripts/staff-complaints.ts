import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { createRegistry } from "#server/feature.ts";
import { features } from "#server/features/index.ts";
import { banSender, closeComplaint, listOpenComplaints, senderOf } from "#server/features/moderation/index.ts";
import { inOneLine, type Print, Refusal, toMinute } from "./command-output.ts";
import { withJobs } from "./with-database.ts";

/** The commands about complaints and requests to be banned, for the list that `npm run staff` prints. */
export const complaintUsage = `  complaints                             complaints and requests to be banned, the oldest first
  close-complaint <number>               closes one that is answered
  ban <number>                           does what a request to be banned asks for, and closes it: its sender's account is
                                         deleted, and no new one can be made with its address; a mail lets them undo it`;
export const complaintCommands = ["complaints", "close-complaint", "ban"];

type Given = { db: Db; config: Config; url: string; now: Date; print: Print };

/** How it is known who sent it (D11.9). */
const senders = {
  login: "logged in",
  link: "by a mailed link",
  unproven: "not logged in, the address is only claimed",
};

/** Runs one of the commands (R2.01, D10.1). */
export async function runComplaints(given: Given, [command, typed = ""]: string[]): Promise<void> {
  const { db, config, url, now, print } = given;
  const number = typed.toUpperCase();
  if (command === "complaints") {
    const open = await listOpenComplaints(db);
    if (open.length === 0) print("Nothing is open.");
    for (const { site, kind, email, proven_address: proven, text, member_id: member, ...one } of open) {
      const from = [proven ?? email, member ?? "no account", senders[senderOf({ ...one, proven_address: proven })]];
      print([one.number, toMinute(one.created_at), site, kind, ...from, inOneLine(text)].join("\t"));
    }
    return;
  }
  if (command === "close-complaint") {
    const closed = await closeComplaint(db, number, now);
    if (!closed) throw new Refusal(`Nothing with the number ${typed} is open.`);
    return print("It is closed, and will be deleted in a year.");
  }
  const banned = await withJobs(url, (jobs) =>
    banSender({ db, services: { ...createRegistry(features), jobs, config }, now }, number),
  );
  if (banned === undefined) throw new Refusal(`No request to be banned with the number ${typed} is open.`);
  print(`${banned} is banned: its account is deleted, and no new one can be created with this address.`);
}
