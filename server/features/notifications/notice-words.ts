import type { NoticeKind } from "#contract/notifications.ts";
import type { NewsDetail } from "#server/hooks.ts";

type NoticeTarget = { notice: { kind: NoticeKind; from_id: string }; conversationId: string | null };

/** The page for one notice, or for several of a kind together, without the language's prefix. */
export function pathOf([first, ...others]: readonly NoticeTarget[]): string {
  if (!first) return "/";
  const { kind, from_id: fromId } = first.notice;
  const alone = others.length === 0;
  if (kind === "message") return alone && first.conversationId ? `/chats/${first.conversationId}` : "/chats";
  if (kind === "visitor") return "/visitors";
  if (kind === "like") return alone ? `/likes/m/${fromId}` : "/likes";
  return alone ? `/members/${fromId}/chat` : "/likes/matches";
}

/** The kind of attachment that a notice about one sender mentions; undefined for plain messages and several senders. */
export function attachmentKindOf([first, ...others]: readonly Pick<NewsDetail, "carries">[]):
  | Exclude<NewsDetail["carries"], null>
  | undefined {
  return others.length === 0 ? (first?.carries ?? undefined) : undefined;
}
