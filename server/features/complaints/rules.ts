import type { Complaint, StaffComplaint } from "#contract/complaints.ts";
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

/** A complaint as staff see it, with who answered. */
export function showToStaff(row: Row): StaffComplaint {
  const shown = showComplaint(row);
  return { ...shown, answer: shown.answer && { ...shown.answer, by: row.answered_by } };
}

/** The number as it is stored, `XXXX-XXXX`, from what staff typed: small letters, no hyphen, or spaces. */
export function readNumber(typed: string): string {
  const characters = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
