import type { ComplaintTopic } from "#contract/complaints.ts";
import type { StaffRole } from "#contract/constants.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import type { Services } from "#server/services.ts";
import { answerComplaint } from "./answer-complaint.ts";
import { makeNumber } from "./rules.ts";
import { findWritable, insertComplaint } from "./store.ts";

/** Which desk gets what the member writes back; moderators write about dangers, which come first. */
const repliesTo: Record<StaffRole, { topic: ComplaintTopic; desk: "support" | "finance" }> = {
  support: { topic: "other", desk: "support" },
  moderator: { topic: "safety", desk: "support" },
  finance: { topic: "payment", desk: "finance" },
  admin: { topic: "other", desk: "support" },
};

type WriteContext = { db: AnyTrx; services: Pick<Services, "jobs" | "config" | "random">; now: Date };
type StaffMessage = { memberId: string; text: string; staffId: string; role: StaffRole };

/** Begins a thread with a member, as an answer without a complaint. Returns its id; undefined: no such member. */
export async function writeToMember(
  { db, services, now }: WriteContext,
  { memberId, text, staffId, role }: StaffMessage,
): Promise<string | undefined> {
  const member = await findWritable(db, memberId);
  if (!member) return undefined;
  const number = makeNumber(Buffer.from(services.random.token(), "base64url"));
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
