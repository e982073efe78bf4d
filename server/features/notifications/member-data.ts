import { type MemberData, memberTable, secret, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("notification_preferences", "account_id", { orderBy: "changed_at" }),
  memberTable("push_subscriptions", "account_id", {
    withheld: { id: technical, session_id: technical, endpoint: secret, p256dh: secret, auth: secret },
    orderBy: "created_at",
  }),
  memberTable("notices", "member_id", { memberIdColumns: ["from_id"], orderBy: "happened_at" }),
  memberTable("notices_sent", "account_id", { orderBy: "sent_at" }),
  memberTable("weekly_mails", "account_id", { orderBy: "written_at" }),
  memberTable("mail_feedback", "account_id", {
    withheld: { mail_id: technical, mail_epoch: technical },
    orderBy: "at",
  }),
];
