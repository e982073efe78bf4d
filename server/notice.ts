import type { Attachment } from "#contract/attachments.ts";
import type { NoticeKind } from "#contract/notifications.ts";
import type { Db } from "./db/pool.ts";

/**
 * What a message carries: an attachment, the answer to a question of the recipient's profile (R11.01), or, if it is the
 * first of a chat, the reply to a line or a photo of that profile (R11.02).
 */
export type Carried = Attachment["kind"] | "answer" | "reply";

/** The chat that it opens, who wrote the newest message, and what that message carries. */
export type NewsDetail = {
  conversationId: string | null;
  author: "member" | "operator" | "automatic";
  carries: Carried | null;
  /** When the newest of it happened, if what happened later can be taken back. */
  at?: Date;
};

/** News that has no detail: no chat to open, and a member caused it. */
export const newsWithoutDetail = (memberIds: readonly string[]): ReadonlyMap<string, NewsDetail> =>
  new Map(memberIds.map((id) => [id, { conversationId: null, author: "member", carries: null }]));

/** A row for `notices`: `fromId` did something at `happenedAt` that `memberId` may be notified of. */
export type FreshNews = { memberId: string; fromId: string; siteId: number; happenedAt: Date };

/** One kind of notice, declared by the feature that causes it; its words are `mails:<kind>`. */
export type NoticeDefinition = {
  kind: NoticeKind;
  /** Returns those of `fromIds` whose notice is still news to the member: unread, not looked at, or not listed yet. */
  find(db: Db, memberId: string, fromIds: readonly string[]): Promise<ReadonlyMap<string, NewsDetail>>;
  /** Returns the news of the last `seconds`, if the feature does not create notices by itself. */
  collect?(db: Db, seconds: number): Promise<FreshNews[]>;
  /** The page of a notice about one member, without the language's prefix. */
  path(news: { fromId: string; conversationId: string | null }): string;
  /** The page of several notices together. */
  listPath: string;
  /** Whether a second one from the same member is sent, after the first was: a like given again is not. */
  isSentAgain: boolean;
  /** Whether a member who was active since has seen it in the page: it is no news any more. */
  isSeenInPage: boolean;
  /** Whether the weekly digest names the members; visitors are counted, because a visit can be taken back. */
  isNamed: boolean;
  /** Whether one push names all of the kind, and replaces the one before; otherwise each member has their own. */
  isGrouped: boolean;
  /** `soon`: within minutes; `daily`: collected, and sent together once a day on each channel. */
  pace: "soon" | "daily";
  /** Whether a phone that saves power shows the push at once. */
  isUrgent: boolean;
  /** Whether it is sent for a fictional profile or a program too; if not, it waits in its list. */
  alsoInvented: boolean;
};
