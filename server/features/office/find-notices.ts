import type { z } from "zod";
import type { ReportReason } from "#contract/moderation.ts";
import { type findNotices as call, noticesFound } from "#contract/office.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { findNoticesBy, noticeOpenUntil } from "#server/features/moderation/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { uuidRange } from "#server/lib/uuid-range.ts";
import { toPerson } from "./person-facts.ts";
import type { Logged } from "./staff/audit.ts";

type Row = Pick<Awaited<ReturnType<typeof findNoticesBy>>[number], "report_id" | "decided_at" | "objected_at">;

function canReopen(row: Row, now: Date) {
  const until = noticeOpenUntil(row, now);
  return until === null || row.report_id === null ? null : { report: row.report_id, until: until.toISOString() };
}

/** Finds notices of guests, also those that are in no queue while their notifier is asked something. */
export async function findNotices(
  { db, staff, now }: StaffContext,
  { text, state }: z.output<typeof call.body>,
): Promise<Logged<z.input<typeof call.answer>>> {
  const named = text === "" ? null : { ids: uuidRange(text), email: canonicalAddress(text) ?? null };
  const rows = await findNoticesBy(db, { named, state, sites: staff.sites, limit: noticesFound });
  return {
    answer: {
      notices: rows.map(({ member_id, member: name, fictional, status, created_at: at, asked_at: asked, ...row }) => ({
        ...row,
        again: canReopen(row, now),
        reason: row.reason as ReportReason,
        item: status === "open" ? row.item : null,
        at: at.toISOString(),
        asked_at: asked?.toISOString() ?? null,
        member: toPerson({ member_id, name, fictional }),
      })),
    },
    log: { action: "queue_listed", subject: "queue:reports" },
  };
}
