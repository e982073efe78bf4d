import type { NoticeKind } from "#contract/notifications.ts";

type Somewhere = { notice: { kind: NoticeKind; from_id: string }; conversationId: string | null };

/** The page of what a notice tells of, without the language's prefix: of one alone, or of several together. */
export function pathOf([first, ...others]: readonly Somewhere[]): string {
  if (!first) return "/";
  const { kind, from_id: fromId } = first.notice;
  const alone = others.length === 0;
  if (kind === "message") return alone && first.conversationId ? `/chats/${first.conversationId}` : "/chats";
  if (kind === "visitor") return "/visitors";
  if (kind === "like") return alone ? `/members/${fromId}` : "/likes";
  return alone ? `/members/${fromId}/chat` : "/likes/matches";
}
