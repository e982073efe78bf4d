import { settlementBodiesUrl } from "#contract/decisions.ts";
import { pathIn } from "#contract/languages.ts";
import type { Db } from "#server/db/pool.ts";
import { sendMailJob } from "#server/features/mails/index.ts";
import { siteAndCompany, siteOrigin } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Services } from "#server/services.ts";
import { signedPath } from "#server/signed-pages.ts";
import type { NoticeRow } from "./store.ts";

type From = { db: Db; services: Pick<Services, "jobs" | "config" | "texts"> };
type To = Pick<NoticeRow, "id" | "site_id" | "email" | "language" | "place">;
type Mail = { kind: "notice_received" } | { kind: "notice_decided" | "notice_answered"; acted: boolean; words: string };

/** Queues a mail to a notifier with the link of the notice; nothing if they gave no address. */
export async function mailNotifier({ db, services }: From, notice: To, mail: Mail): Promise<void> {
  if (notice.email === "") return;
  const { site } = await siteAndCompany(db, notice.site_id);
  const language = languageOf(notice.language);
  const origin = siteOrigin(site, services.config);
  const link = origin + pathIn(language, signedPath(services.config, "notice", notice.id));
  const to = { siteId: site.id, to: notice.email, language, origin };
  const about = { link, place: notice.place };
  if (mail.kind === "notice_received") {
    await services.jobs.add(db, sendMailJob, { ...to, kind: mail.kind, params: about });
  } else {
    const { kind, acted, words } = mail;
    const key = `complaints:notice.${kind === "notice_answered" ? "again_" : ""}${acted ? "acted" : "kept"}`;
    const outcome = services.texts.t(language, key);
    const params = { ...about, outcome, words, bodies: settlementBodiesUrl };
    await services.jobs.add(db, sendMailJob, { ...to, kind, params });
  }
}
