import { type MemberData, memberTable, secret, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("blocks", "blocker_id", { part: "blocked", memberIdColumns: ["blocked_id"], orderBy: "created_at" }),
  // of these the other member must not know
  memberTable("shared_dates", "owner_id", {
    withheld: { id: technical, link_id: secret },
    memberIdColumns: ["other_id"],
    orderBy: "starts_at",
  }),
  memberTable("reports", "reporter_id", {
    part: "reports_made",
    withheld: {
      about_id: "another member's profile, chat or photo; the chat is among the conversations",
      chat: "what both wrote, kept for a while for who looks into the report; deleted for both by a block",
      chat_until: "when that copy goes",
      chat_opened_at: "how staff worked on it",
      evidence: "another member's message; it is among the conversations",
      urgent: "follows from the reason",
      message_photo_id: "another member's photo; it is in the conversation",
      photo_until: "when a copy goes of another member's photo, which that one deleted",
      decision_id: technical,
      danger_marked_at: "how staff worked on it",
    },
    memberIdColumns: ["reported_id"],
    orderBy: "created_at",
  }),
  memberTable("statements", "member_id", {
    part: "decisions",
    withheld: {
      decision_id: technical,
      applies: technical,
      photo_id: technical,
      photo_until: "when the copy of a rejected photo goes that is kept for an appeal",
      report_id: "whose report it was stays with the team; a report of one's own is among the reports",
      staff_id: "who of the team decided",
      answered_by: "who of the team answered",
    },
    orderBy: "created_at",
  }),
  memberTable("complaints", "member_id", {
    withheld: {
      answered_by: "who of the team answered",
      desk: "how the team shares its work",
      waiting_since: "follows from the messages",
    },
    orderBy: "created_at",
  }),
  memberTable("complaint_messages", "member_id", {
    withheld: { staff_id: "who of the team wrote it" },
    orderBy: "created_at",
  }),
  memberTable("fraud_warnings", "member_id", {
    withheld: { id: technical, decision_id: technical },
    memberIdColumns: ["about_id"],
    orderBy: "warned_at",
  }),
];
