import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "notification_preferences",
    table: "notification_preferences",
    of: "account_id",
    give: ["kind", "channel", "enabled", "changed_at"],
    by: "changed_at",
  }),
  memberTable({
    part: "push_subscriptions",
    table: "push_subscriptions",
    of: "account_id",
    give: ["user_agent", "time_zone", "created_at"],
    withhold: {
      id: withheld.technical,
      session_id: withheld.technical,
      endpoint: withheld.secret,
      p256dh: withheld.secret,
      auth: withheld.secret,
    },
    by: "created_at",
  }),
  memberTable({
    part: "notices",
    table: "notices",
    of: "member_id",
    give: ["kind", "from_id", "happened_at", "due_at", "mailed_at", "pushed_at"],
    withhold: { site_id: withheld.site },
    people: ["from_id"],
    by: "happened_at",
  }),
  memberTable({
    part: "notices_sent",
    table: "notices_sent",
    of: "account_id",
    give: ["kind", "channel", "sent_at"],
    by: "sent_at",
  }),
  memberTable({
    part: "weekly_mails",
    table: "weekly_mails",
    of: "account_id",
    give: ["kind", "written_at"],
    by: "written_at",
  }),
];
