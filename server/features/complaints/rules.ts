import type { z } from "zod";
import type { Complaint, complaintEntry } from "#contract/complaints.ts";
import type { findComplaintsOf } from "./store.ts";

type Row = Awaited<ReturnType<typeof findComplaintsOf>>[number];

const answerOf = ({ answer, answered_at: at }: Row) =>
  answer === null || at === null ? null : { text: answer, at: at.toISOString() };

/** A complaint as its member sees it. */
export function showComplaint(row: Row): Complaint {
  const { id, number, kind, text, created_at: at, closed_at } = row;
  return { id, number, kind, text, received_at: at.toISOString(), answer: answerOf(row), open: closed_at === null };
}

/** A complaint as staff see it, with who answered. */
export function showEntry(row: Row): z.input<typeof complaintEntry> {
  const { id, number, kind, text, created_at, closed_at, answered_by: by } = row;
  const answer = answerOf(row);
  const at = created_at.toISOString();
  return { id, number, kind, text, at, open: closed_at === null, answer: answer && { ...answer, by } };
}
