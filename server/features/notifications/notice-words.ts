import type { NewsDetail } from "#server/notice.ts";
import type { News } from "./find-news.ts";

/** The page for one notice, or for several of a kind together, without the language's prefix. */
export function pathOf([first, ...others]: readonly Pick<News, "notice" | "definition" | "conversationId">[]): string {
  if (!first) return "/";
  const { notice, definition, conversationId } = first;
  return others.length > 0 ? definition.listPath : definition.path({ fromId: notice.from_id, conversationId });
}

/** The kind of attachment that a notice about one sender mentions; undefined for plain messages and several senders. */
export function attachmentKindOf([first, ...others]: readonly Pick<NewsDetail, "carries">[]):
  | Exclude<NewsDetail["carries"], null>
  | undefined {
  return others.length === 0 ? (first?.carries ?? undefined) : undefined;
}
