import type { Complaint, ComplaintSender, StaffComplaint } from "#contract/complaints.ts";
import type { findComplaintsOf } from "./store.ts";

type Row = Awaited<ReturnType<typeof findComplaintsOf>>[number];

/** A complaint as its member sees it. */
export function showComplaint({ id, number, kind, text, created_at, closed_at, answer, answered_at }: Row): Complaint {
  return {
    id,
    number,
    kind,
    text,
    received_at: created_at.toISOString(),
    answer: answer === null || answered_at === null ? null : { text: answer, at: answered_at.toISOString() },
    open: closed_at === null,
  };
}

/** How staff know who sent a complaint. */
export function senderOf({ logged_in, proven_address }: Pick<Row, "logged_in" | "proven_address">): ComplaintSender {
  if (proven_address !== null) return logged_in ? "login" : "link";
  return logged_in ? "login" : "unproven";
}

/** A complaint as staff see it, with who sent it and who answered. */
export function showToStaff(row: Row): StaffComplaint {
  const shown = showComplaint(row);
  return { ...shown, sender: senderOf(row), answer: shown.answer && { ...shown.answer, by: row.answered_by } };
}

/** The number as it is stored, `XXXX-XXXX`, from what staff typed: small letters, no hyphen, or spaces. */
export function readNumber(typed: string): string {
  const characters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
