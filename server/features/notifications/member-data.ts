import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "notification_preferences",
    table: "notification_preferences",
    memberColumn: "account_id",
    disclosed: ["kind", "channel", "enabled", "changed_at"],
    orderBy: "changed_at",
  }),
  memberTable({
    part: "push_subscriptions",
    table: "push_subscriptions",
    memberColumn: "account_id",
    disclosed: ["user_agent", "time_zone", "created_at"],
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
    disclosed: ["kind", "from_id", "happened_at", "due_at", "mailed_at", "pushed_at"],
    withheld: { site_id: withholdReasons.site },
    memberIdColumns: ["from_id"],
    orderBy: "happened_at",
  }),
  memberTable({
    part: "notices_sent",
    table: "notices_sent",
    memberColumn: "account_id",
    disclosed: ["kind", "channel", "sent_at"],
    orderBy: "sent_at",
  }),
  memberTable({
    part: "weekly_mails",
    table: "weekly_mails",
    memberColumn: "account_id",
    disclosed: ["kind", "written_at"],
    orderBy: "written_at",
  }),
];
