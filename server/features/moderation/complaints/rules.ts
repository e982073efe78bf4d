import {
  type Complaint,
  type ComplaintSender,
  type ComplaintState,
  replyDays,
  type StaffComplaint,
} from "#contract/complaints.ts";
import { dayMs } from "#contract/durations.ts";
import type { Services } from "#server/services.ts";
import type { findComplaintMessages, findComplaintsOf } from "./store.ts";

type Row = Awaited<ReturnType<typeof findComplaintsOf>>[number];

type Message = Awaited<ReturnType<typeof findComplaintMessages>>[number];

/** The characters of complaint numbers: none look alike. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A number that can't be guessed: one of 32 to the power of 8. */
export function makeNumber(bytes: Uint8Array): string {
  const all = [...bytes].map((byte) => alphabet.charAt(byte % alphabet.length));
  return `${all.slice(0, 4).join("")}-${all.slice(4, 8).join("")}`;
}

export const newNumber = ({ random }: Pick<Services, "random">) => makeNumber(Buffer.from(random.token(), "base64url"));

export const mayReply = ({ kind, closed_at: closed }: Pick<Row, "kind" | "closed_at">, now: Date): boolean =>
  kind !== "ban" && (closed === null || now.getTime() < closed.getTime() + replyDays * dayMs);

export const showMessage = ({ staff_id: staffId, text, created_at: at, by }: Message) => ({
  team: staffId !== null,
  text,
  at: at.toISOString(),
  by,
});

export function showComplaint(row: Row, messages: readonly Message[], now: Date): Complaint {
  const { id, number, kind, topic, text, created_at, closed_at, answer, answered_at } = row;
  return {
    id,
    number,
    kind,
    topic,
    text,
    received_at: created_at.toISOString(),
    answer: answer === null || answered_at === null ? null : { text: answer, at: answered_at.toISOString() },
    messages: messages.map(showMessage).map(({ by: _by, ...message }) => message),
    open: closed_at === null,
    may_reply: mayReply(row, now),
  };
}

export function senderOf({ logged_in, proven_address }: Pick<Row, "logged_in" | "proven_address">): ComplaintSender {
  if (proven_address !== null) return logged_in ? "login" : "link";
  return logged_in ? "login" : "unproven";
}

function stateOf({ closed_at: closed, waiting_since: since }: Row, now: Date): ComplaintState {
  if (closed !== null) return "done";
  return since !== null && since > now ? "waiting" : "open";
}

/** A complaint as staff see it, with who sent it and who answered. */
export function showToStaff(row: Row, messages: readonly Message[], now: Date): StaffComplaint {
  const complaint = showComplaint(row, messages, now);
  return {
    ...complaint,
    state: stateOf(row, now),
    sender: senderOf(row),
    answer: complaint.answer && { ...complaint.answer, by: row.answered_by },
    messages: messages.map(showMessage),
  };
}

/** The number as it is stored, `XXXX-XXXX`, from what staff typed: small letters, no hyphen, or spaces. */
export function readNumber(typed: string): string {
  const characters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
