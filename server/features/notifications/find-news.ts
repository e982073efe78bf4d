import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { NoticePerson } from "#server/features/mails/index.ts";
import { loadCards } from "#server/features/profiles/index.ts";
import { siteAndCompany, toSite } from "#server/features/sites/index.ts";
import type { NewsDetail, NoticeDefinition } from "#server/notice.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import type { OpenNotice, Receiver } from "./notices-store.ts";

/** A notice that is still news for its receiver, and the member it is about. */
export type News = { notice: OpenNotice; definition: NoticeDefinition; person: NoticePerson } & Pick<
  NewsDetail,
  "conversationId" | "carries"
>;

export type NewsContext = {
  db: Db;
  definitions: readonly NoticeDefinition[];
  site: Site;
  receiver: Receiver;
  language: Language;
  now: Date;
};

/** What came last was taken back, and a mail or push told of what came before it. */
function isToldAlready({ happened_at, mailed_at, pushed_at }: OpenNotice, newest = happened_at): boolean {
  return newest < happened_at && [mailed_at, pushed_at].some((sentAt) => sentAt !== null && sentAt >= newest);
}

/** Notices that are still news to their feature, and whose sender the receiver may see (rule 5). */
export async function findNews(context: NewsContext, notices: readonly OpenNotice[]): Promise<News[]> {
  const { db, definitions, receiver } = context;
  const viewer = { memberId: receiver.id };
  const cards = await loadCards({ ...context, viewer }, [...new Set(notices.map((notice) => notice.from_id))]);
  const news: News[] = [];
  for (const definition of definitions) {
    const open = notices.filter(
      ({ kind, happened_at }) =>
        kind === definition.kind && !(definition.isSeenInPage && receiver.last_active_at > happened_at),
    );
    if (open.length === 0) continue;
    const details = await definition.find(
      db,
      receiver.id,
      open.map((notice) => notice.from_id),
    );
    for (const notice of open) {
      const card = cards.find(({ id }) => id === notice.from_id);
      const detail = details.get(notice.from_id);
      if (!card || !detail || isToldAlready(notice, detail.at)) continue;
      const { name, fictional, automatic } = card;
      if ((fictional || automatic) && !definition.alsoInvented) continue;
      const { conversationId, author, carries } = detail;
      const person = { name, fictional, author, ...(automatic ? { automatic } : {}) } satisfies NoticePerson;
      news.push({ notice, definition, person, conversationId, carries });
    }
  }
  return news;
}

/** The page for one notice, or for several of a kind together, without the language's prefix. */
export function pathOf([first, ...others]: readonly Pick<News, "notice" | "definition" | "conversationId">[]): string {
  if (!first) return "/";
  const { notice, definition, conversationId } = first;
  return others.length > 0 ? definition.listPath : definition.path({ fromId: notice.from_id, conversationId });
}

/** What a notice about one sender says that the message carries; undefined for plain messages and several senders. */
export function attachmentKindOf([first, ...others]: readonly Pick<NewsDetail, "carries">[]):
  | Exclude<NewsDetail["carries"], null>
  | undefined {
  return others.length === 0 ? (first?.carries ?? undefined) : undefined;
}

export function siteFinder(services: Services): (id: number) => Promise<Site> {
  const sites = new Map<number, Promise<Site>>();
  return (id) => {
    const site = sites.get(id) ?? siteAndCompany(services.db, id).then(({ site }) => toSite(services, site));
    sites.set(id, site);
    return site;
  };
}
