import { type PhotoRejection, photoRejections } from "#contract/attachments.ts";
import { systemClock } from "#server/clock.ts";
import type { Config } from "#server/config.ts";
import type { Db } from "#server/db/pool.ts";
import { approveChatPhoto, listWaitingPhotos, rejectChatPhoto } from "#server/features/chat-photos/index.ts";
import { createJobs, type Jobs } from "#server/jobs/jobs.ts";

/** The commands about photos in chats that wait for inspection, for the list that `npm run staff` prints. */
export const photoUsage = `  photos                                 photos in chats that wait for inspection, the oldest first
  approve-photo <number>                 shows it to its recipient
  reject-photo <number> <reason>         removes it, also if it was approved, and gives the credits back; reasons:
                                         ${photoRejections.join(", ")}`;
export const photoCommands = ["photos", "approve-photo", "reject-photo"];

type Given = { db: Db; config: Config; url: string; say(line: string): void; refuse(message: string): never };

/** Jobs are only added here: the server's worker runs them. */
async function withJobs<T>(url: string, run: (jobs: Jobs) => Promise<T>): Promise<T> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`);
  const jobs = await createJobs(url, [], { worker: false, onError });
  try {
    return await run(jobs);
  } finally {
    await jobs.stop();
  }
}

/** Runs one of the commands (D8.2). */
export async function runPhotos(given: Given, [command, id = "", reason = ""]: string[]): Promise<void> {
  const { db, config, url, say, refuse } = given;
  if (command === "photos") {
    const waiting = await listWaitingPhotos(db);
    if (waiting.length === 0) say("Nothing waits.");
    for (const photo of waiting) {
      const since = photo.created_at.toISOString().slice(0, 16).replace("T", " ");
      say(`${photo.id}\t${since}\t${photo.site}\t${photo.author}\t${photo.file}, below files/ in the data folder`);
    }
    return;
  }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) refuse(`"${id}" is no number of a photo.`);
  if (command === "approve-photo") {
    if (!(await withJobs(url, (jobs) => approveChatPhoto({ db, jobs }, id)))) refuse(`No photo ${id} waits.`);
    return say("Its recipient sees it now.");
  }
  const known = photoRejections.find((one): one is PhotoRejection => one === reason);
  if (!known) refuse(`"${reason}" is no reason. Reasons are: ${photoRejections.join(", ")}.`);
  const reject = (jobs: Jobs) => rejectChatPhoto({ db, jobs, config, clock: systemClock }, id, known ?? "other");
  if (!(await withJobs(url, reject))) refuse(`There is no photo ${id} in a chat, or it was rejected before.`);
  say("Neither of the two sees it any more, and its author has the credits back.");
}
