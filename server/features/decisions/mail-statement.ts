import type { Db } from "#server/db/pool.ts";
import { formatTime, mailOwner, type Owner } from "#server/features/mails/index.ts";
import { siteAndCompany, siteOrigin } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { needsLink } from "./rules.ts";
import { statementPath } from "./statement-link.ts";

export type StatementContext = {
  db: Db;
  services: Pick<Services, "jobs" | "clock" | "config" | "texts">;
  now: Date;
};

export type StatementMail = {
  id: string;
  siteId: number;
  /** The decision itself. A member who can't log in any more gets a link that needs no login. */
  about: string;
  /** Keys of the catalog `decisions`: what was decided, and the ground of the rules. */
  decisionKey: string;
  ground: string | null;
  words: string;
  until: Date | null;
};

/** Queues the mail with a statement, or with the answer to an objection to it, in the transaction of the decision. */
export async function mailStatement(
  { db, services }: StatementContext,
  receiver: Owner,
  { id, siteId, about, decisionKey, ground, words, until }: StatementMail,
): Promise<void> {
  const { site } = await siteAndCompany(db, siteId);
  const language = languageOf(receiver.language);
  const translate = (key: string) => services.texts.t(language, `decisions:${key}`);
  const path = needsLink(about) ? statementPath(services.config.secret, id) : `/decisions#${id}`;
  const sender = { db, services, site, origin: siteOrigin(site, services.config) };
  await mailOwner(sender, receiver, {
    kind: "decision",
    path,
    decision: translate(decisionKey),
    until: until === null ? "" : formatTime(language, until),
    ground: ground === null ? "" : translate(ground),
    words,
  });
}
