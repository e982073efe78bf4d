import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "blocked",
    table: "blocks",
    memberColumn: "blocker_id",
    memberIdColumns: ["blocked_id"],
    orderBy: "created_at",
  }),
  memberTable({
    part: "reports_made",
    table: "reports",
    memberColumn: "reporter_id",
    withheld: {
      about_id: "another member's profile, chat or photo; the chat is among the conversations",
      chat: "what both wrote, kept for a while for who looks into the report; deleted for both by a block",
      chat_until: "when that copy goes",
      chat_opened_at: "how staff worked on it",
      evidence: "another member's message; it is among the conversations",
      urgent: "follows from the reason",
      photo_until: "when a copy goes of another member's photo, which that one deleted",
    },
    memberIdColumns: ["reported_id"],
    orderBy: "created_at",
  }),
];
