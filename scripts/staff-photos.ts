import { randomUUID } from "node:crypto";
import { type PhotoRejection, photoRejections } from "#contract/attachments.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { approveChatPhoto, listWaitingPhotos } from "#server/features/chat/index.ts";
import { takeDownChatPhoto } from "#server/features/moderation/index.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { systemClock } from "#server/lib/clock.ts";
import { createTexts } from "#server/texts.ts";
import { assertId, type Print, Refusal, toMinute } from "./command-output.ts";
import { type Database, withJobs } from "./with-database.ts";

/** The commands about photos in chats that wait for inspection, for the list that `npm run staff` prints. */
export const photoUsage = `  photos                                 photos in chats that wait for inspection, the oldest first
  approve-photo <number>                 shows it to its recipient
  reject-photo <number> <reason>         removes it, also if it was approved, and gives the credits back; reasons:
                                         ${photoRejections.join(", ")}`;
export const photoCommands = ["photos", "approve-photo", "reject-photo"];

type Given = Database & { print: Print };

/** Runs one of the commands (D8.2). */
export async function runPhotos(given: Given, [command, id = "", reason = ""]: string[]): Promise<void> {
  const { db, config, url, print } = given;
  if (command === "photos") {
    const waiting = await listWaitingPhotos(db);
    if (waiting.length === 0) print("Nothing is waiting.");
    for (const photo of waiting) {
      const since = toMinute(photo.created_at);
      print(`${photo.id}\t${since}\t${photo.site}\t${photo.author}\t${photo.file}, below files/ in the data folder`);
    }
    return;
  }
  assertId(id, "number of a photo");
  if (command === "approve-photo") {
    const approved = await withJobs(url, (jobs) => approveChatPhoto({ db, jobs }, id));
    if (!approved) throw new Refusal(`No photo ${id} is waiting.`);
    return print("Its recipient sees it now.");
  }
  const known = photoRejections.find((one): one is PhotoRejection => one === reason);
  if (!known) throw new Refusal(`"${reason}" is not a reason. Reasons are: ${photoRejections.join(", ")}.`);
  const rejection = { id, ground: known, decisionId: randomUUID(), staffId: null };
  const reject = (jobs: Jobs) =>
    inTransaction(db, (trx) => {
      const services = { jobs, config, clock: systemClock, texts: createTexts() };
      return takeDownChatPhoto({ db: trx, services, now: systemClock.now() }, rejection);
    });
  const rejected = await withJobs(url, reject);
  if (!rejected) throw new Refusal(`There is no photo ${id} in a chat, or it was rejected before.`);
  print("It is hidden from both members, and its author got the credits back.");
}
