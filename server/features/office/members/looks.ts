import type { AuditAction } from "#contract/audit-log.ts";
import { queueNames } from "#contract/office.ts";
import type { Db } from "#server/db/pool.ts";
import { type DataOwner, type MemberPart, partTable, type Row, technical } from "#server/member-data.ts";
import { findEntriesAbout } from "../staff/audit-store.ts";

/** An action by which staff only read. */
type Read = Extract<AuditAction, `${string}_${"taken" | "opened" | "revealed" | "searched" | "listed" | "exported"}`>;

const takenActions = queueNames.map((name) => [`${name}_taken` as const, "case"] as const);

/** What was looked at. Reports, photos and complaints are all a `case`: a member must not learn who reported them. */
const looks = {
  ...(Object.fromEntries(takenActions) as Record<(typeof takenActions)[number][0], "case">),
  chat_opened: "case",
  police_text_opened: "case",
  report_opened: "case",
  complaint_opened: "case",
  file_opened: "account",
  introduction_opened: "account",
  log_exported: "account",
  photos_opened: "photos",
  field_revealed: "details",
  payment_opened: "payments",
  payments_searched: "payments",
  // these name no member
  site_exported: undefined,
  members_searched: undefined,
  photos_listed: undefined,
  queue_listed: undefined,
} as const satisfies Record<Read, string | undefined>;

const isRead = (action: string): action is Read => Object.hasOwn(looks, action);

async function readLooks(db: Db, { memberId }: DataOwner): Promise<Row[]> {
  const entries = await findEntriesAbout(db, memberId);
  const read = entries.flatMap(({ at, action }) => {
    const looked_at = isRead(action) ? looks[action] : undefined;
    return looked_at === undefined ? [] : [{ day: at.toISOString().slice(0, 10), looked_at }];
  });
  return [...new Map(read.map((look) => [`${look.day} ${look.looked_at}`, look])).values()];
}

const about = "may say who reported the member";

/** The days on which staff looked at a member's data, without who did (GDPR, Article 15; C-579/21). */
export const staffLooks: MemberPart = {
  part: "looks",
  tables: [
    partTable("audit_log", {
      withheld: {
        id: technical,
        hash: technical,
        member_id: technical,
        staff_id: "who of the team did it",
        key_id: technical,
        role: "who of the team did it",
        subject: about,
        reason: about,
        detail: about,
      },
    }),
  ],
  read: readLooks,
};
