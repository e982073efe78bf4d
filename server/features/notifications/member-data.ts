import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "notification_preferences",
    table: "notification_preferences",
    memberColumn: "account_id",
    orderBy: "changed_at",
  }),
  memberTable({
    part: "push_subscriptions",
    table: "push_subscriptions",
    memberColumn: "account_id",
    withheld: {
      id: withholdReasons.technical,
      session_id: withholdReasons.technical,
      endpoint: withholdReasons.secret,
      p256dh: withholdReasons.secret,
      auth: withholdReasons.secret,
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "notices",
    table: "notices",
    memberColumn: "member_id",
    memberIdColumns: ["from_id"],
    orderBy: "happened_at",
  }),
  memberTable({
    part: "notices_sent",
    table: "notices_sent",
    memberColumn: "account_id",
    orderBy: "sent_at",
  }),
  memberTable({
    part: "weekly_mails",
    table: "weekly_mails",
    memberColumn: "account_id",
    orderBy: "written_at",
  }),
];
