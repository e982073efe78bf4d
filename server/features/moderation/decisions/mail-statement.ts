import {
  clauseOf,
  type Ground,
  type ShownSubject,
  type StatementSource,
  type StatementSubject,
} from "#contract/decisions.ts";
import { pathIn } from "#contract/languages.ts";
import type { ReportReason } from "#contract/moderation.ts";
import { isByProgram } from "#contract/program-kinds.ts";
import type { Money } from "#contract/withdrawals.ts";
import type { Db } from "#server/db/pool.ts";
import { formatDay, formatSums, formatTime, type MailOwner, mailUncounted } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { signedPath } from "#server/signed-pages.ts";
import { siteOrigin } from "#server/site.ts";
import type { TextParams } from "#server/texts.ts";
import { needsLink } from "./rules.ts";

export type StatementContext = {
  db: Db;
  services: Pick<Services, "jobs" | "clock" | "config" | "texts">;
  now: Date;
};

/** The content that a decision is about: what its member wrote, or when they uploaded it. */
export type StatedContent = { about: StatementSubject; text?: string; at?: Date | null };

/** The reader's own report, which a decision answers. */
export type AnsweredReport = { about: ShownSubject; reason: ReportReason; at: Date };

/** What happens to bought, unspent credits. The mail says nothing of it if there are none. */
export type StatedMoney = { is: "refunded" | "kept" | "returnable"; sums: readonly Money[] };

export type StatementMail = {
  id: string;
  siteId: number;
  /** The decision itself. A member who can't log in any more gets a link that needs no login. */
  about: string;
  /** A key of the catalog `decisions`: what was decided. */
  decisionKey: string;
  ground: Ground | null;
  words: string;
  until: Date | null;
  source?: StatementSource | null;
  content?: StatedContent | AnsweredReport | undefined;
  money?: StatedMoney | undefined;
  /** The answer to an objection, and the decision that it was against, a key as `decisionKey`. */
  answers?: { against: string; upheld: boolean };
};

/** Queues the mail with a statement, or with the answer to an objection to it, in the transaction of the decision. */
export async function mailStatement(
  { db, services }: StatementContext,
  receiver: Omit<MailOwner, "confirmed_at"> & { status: string },
  { id, siteId, about, decisionKey, ground, words, until, source = null, content, money, answers }: StatementMail,
): Promise<void> {
  const { site } = await siteAndCompany(db, siteId);
  const language = languageOf(receiver.language);
  const translate = (key: string, params: TextParams = {}) => services.texts.t(language, `decisions:${key}`, params);
  const path = needsLink(about, receiver.status) ? signedPath(services.config, "statement", id) : `/decisions#${id}`;
  const contentWords = ({ about, at = null, ...stated }: StatedContent | AnsweredReport) => {
    const reasons = about === "photo" ? "photo_reasons" : "reasons";
    const text =
      "reason" in stated ? services.texts.t(language, `moderation:${reasons}.${stated.reason}`) : stated.text;
    const kind = translate(`about.${about}`);
    const dated = at === null ? kind : `${kind}, ${formatDay(language, at)}`;
    return text ? `${dated}:\n${text}` : dated;
  };
  const origin = siteOrigin(site, services.config);
  const moneyWords = ({ is, sums }: StatedMoney) =>
    translate(`money.${is}`, { sum: formatSums(language, sums), link: origin + pathIn(language, "/withdrawal") });
  const sender = { db, services, site, origin };
  await mailUncounted(sender, receiver, {
    kind: "decision",
    path,
    decision: translate(decisionKey),
    until: until === null ? "" : formatTime(language, until),
    ground: ground === null ? "" : translate(`ground.${ground}`),
    clause: ground === null ? "" : translate(`clause.${clauseOf[ground]}`),
    source: source === null ? "" : translate(`source.${isByProgram(about) ? about : source}`),
    by: isByProgram(about) && !answers ? "program" : "person",
    is_answer: answers !== undefined,
    upheld: answers?.upheld ?? false,
    content: answers ? translate(answers.against) : content === undefined ? "" : contentWords(content),
    money: money && money.sums.length > 0 ? moneyWords(money) : "",
    words,
  });
}
