import { dayMs } from "#contract/durations.ts";
import { importedDays } from "#contract/imports.ts";
import { countUnproven, formatDay, mailUnproven } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import { forEachRow, type InRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { signedPath } from "#server/signed-pages.ts";
import { siteOrigin } from "#server/site.ts";
import { isBanned } from "../banned-mailboxes.ts";
import { hasAccount, listUnmailed, markMailed, takeImportedRow, unmarkMailed } from "./store.ts";

/** How many emails of imports go out in a minute: mailbox providers distrust a sender whose mails come all at once. */
const mailsAMinute = 60;

/** Asks the person by the one email of an import. Someone who has joined or was banned meanwhile gets none. */
async function ask(services: Services, id: string, inRow: InRow): Promise<void> {
  const now = services.clock.now();
  await inRow(async (db) => {
    const row = await markMailed(db, id, now);
    if (!row) return;
    const { site_id: siteId, email, source } = row;
    const isGone = (await hasAccount(db, siteId, row.mailbox)) || (await isBanned({ db, services }, siteId, email));
    if (isGone) return void (await takeImportedRow(db, siteId, id));
    const { site } = await siteAndCompany(db, siteId);
    const { to } = await countUnproven({ db, services, site }, email, "declaration");
    // a stranger used up the mails of this address today
    if (!to) return void (await unmarkMailed(db, id));
    const language = languageOf(row.language);
    const until = formatDay(language, new Date(row.created_at.getTime() + importedDays * dayMs));
    const from = { db, services, site, origin: siteOrigin(site, services.config), language };
    await mailUnproven(from, to, {
      kind: "imported",
      path: signedPath(services.config, "imported", id),
      source,
      until,
    });
  });
}

export const mailImported = defineScheduledJob({
  name: "mail-imported",
  every: "* * * * *",
  async run(services) {
    const failure = { failure: "an imported person was not asked", about: (imported: string) => ({ imported }) };
    const ids = await listUnmailed(services.db, mailsAMinute);
    await forEachRow(services, ids, failure, (id, inRow) => ask(services, id, inRow));
  },
});
