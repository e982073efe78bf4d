import type { z } from "zod";
import { type PhotoRejection, photoRejections } from "#contract/attachments.ts";
import {
  type Decision,
  type DecisionKind,
  type decision,
  type Ground,
  objectionDays,
  type StatementSource,
  type StatementSubject,
} from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import type { ReportReason } from "#contract/moderation.ts";
import { shownSubject } from "../rules.ts";
import type { findReportsBy } from "../store.ts";
import type { StatementRow } from "./store.ts";

/** The reason that its author reads for a rejected photo or recording. */
export const rejectionReason = (ground: Ground): PhotoRejection =>
  ground === "underage" ? "minor" : (photoRejections.find((each) => each === ground) ?? "other");

/** Whether a member with an account of this status can't log in, and so needs a signed link. */
export const isBarred = (status: string): boolean => ["suspended", "banned", "deleted"].includes(status);

/** The same after a decision: the account changes after the statement is written, and an answer may end the measure. */
export const needsLink = (decision: string, status: string): boolean => isBarred(decision) || isBarred(status);

/** The time until when the member can object; null if they have objected, or the time is over. */
export function objectUntil({ created_at, objected_at }: StatementRow, now: Date): Date | null {
  const until = new Date(created_at.getTime() + objectionDays * dayMs);
  return objected_at === null && now < until ? until : null;
}

const iso = (time: Date | null) => time?.toISOString() ?? null;

export function showStatement(row: StatementRow, now: Date): z.input<typeof decision> {
  const { objected_at: objectedAt, answered_at: answeredAt, objection } = row;
  return {
    id: row.id,
    decision: row.decision as DecisionKind,
    ground: row.ground as Ground | null,
    words: row.words,
    // a reporter sees neither what others wrote nor how else the team knew
    source: row.side === "owner" ? (row.source as StatementSource | null) : null,
    content:
      row.side === "owner" && row.about !== null
        ? { about: row.about as StatementSubject, text: row.content ?? "", at: iso(row.content_at) }
        : null,
    until: iso(row.until),
    created_at: row.created_at.toISOString(),
    // a decision about the reader must not reveal who reported them
    report: row.side === "reporter" ? row.report_id : null,
    object_until: iso(objectUntil(row, now)),
    objection:
      objectedAt === null || objection === null
        ? null
        : {
            text: objection,
            at: objectedAt.toISOString(),
            answer: answeredAt && {
              upheld: row.upheld === true,
              text: row.answer ?? "",
              at: answeredAt.toISOString(),
            },
          },
  } satisfies Decision;
}

/** A report; it has no name if the account of the reported member is deleted. */
type ReportRow = Awaited<ReturnType<typeof findReportsBy>>[number];

export function showReport(row: ReportRow) {
  const { id, reason, status, created_at, ...reported } = row;
  const { name, fictional, automatic } = reported;
  return {
    id,
    member: name === null ? null : { name, fictional: fictional === true, automatic: automatic === true },
    about: shownSubject(row),
    reason: reason as ReportReason,
    open: status === "open",
    created_at: created_at.toISOString(),
  };
}
