import { type ComplaintTopic, replyWaitDays } from "#contract/complaints.ts";
import type { StaffRole } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Services } from "#server/services.ts";
import { answerComplaint } from "./answer-complaint.ts";
import { newNumber } from "./rules.ts";
import { findWritable, insertComplaint } from "./store.ts";

/** Which desk gets what the member writes back; moderators write about dangers, which come first. */
const repliesTo: Record<StaffRole, { topic: ComplaintTopic; desk: "support" | "finance" }> = {
  support: { topic: "other", desk: "support" },
  moderator: { topic: "safety", desk: "support" },
  finance: { topic: "payment", desk: "finance" },
  admin: { topic: "other", desk: "support" },
};

type Asked = {
  siteId: number;
  /** Null: no login proves who they are. */
  memberId: string | null;
  email: string;
  language: string;
  /** What they declared, and when. */
  text: string;
  since: Date;
  question: string;
  staffId: string;
};

/**
 * Asks who declared something about money, such as a withdrawal: from then on it is a complaint of the finance desk,
 * which waits for the reply, and comes back without one.
 */
export async function askByComplaint({ db, services, now }: WriteContext, asked: Asked): Promise<void> {
  const number = newNumber(services);
  await insertComplaint(db, {
    ...{ number, kind: "complaint", topic: "payment", desk: "finance", text: asked.text, language: asked.language },
    ...{ site_id: asked.siteId, member_id: asked.memberId, email: asked.email, created_at: asked.since },
    logged_in: asked.memberId !== null,
  });
  const asks = new Date(now.getTime() + replyWaitDays * dayMs);
  await answerComplaint({ db, services }, number, { answer: asked.question, staffId: asked.staffId, now, asks });
}

type WriteContext = { db: AnyTrx; services: Pick<Services, "jobs" | "config" | "random">; now: Date };
type StaffMessage = { memberId: string; text: string; staffId: string; role: StaffRole };

/** Begins a thread with a member, as an answer without a complaint. Returns its id; undefined: no such member. */
export async function writeToMember(
  { db, services, now }: WriteContext,
  { memberId, text, staffId, role }: StaffMessage,
): Promise<string | undefined> {
  const member = await findWritable(db, memberId);
  if (!member) return undefined;
  const number = newNumber(services);
  const id = await insertComplaint(db, {
    ...member,
    ...repliesTo[role],
    number,
    kind: "message",
    member_id: memberId,
    // its member is known
    logged_in: true,
    text: "",
    created_at: now,
  });
  await answerComplaint({ db, services }, number, { answer: text, staffId, now });
  return id;
}
