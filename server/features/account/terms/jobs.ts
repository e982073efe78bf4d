import { dayOf } from "#contract/days.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { formatDay, mailUncounted, settingChanges } from "#server/features/mails/index.ts";
import { changeTerms, siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { siteOrigin } from "#server/site.ts";
import { appliesFrom, settingsFrom } from "./next-terms.ts";
import { findAnnounced, findUnmailed, insertTermsNotices, lockNext, setApplied, setMailed } from "./store.ts";

type Version = Awaited<ReturnType<typeof findAnnounced>>[number];
type About = Awaited<ReturnType<typeof siteAndCompany>>;
type Site = About["site"];

const atOnce = 200;
/** Mails of one run: with a run every ten minutes 720,000 a day, which keeps a mail service's trust. */
const batchesInARun = 25;

/** Mails and records in one transaction, so none is mailed twice. Null: all were mailed, or staff took it back. */
async function mailBatch(
  db: AnyTrx,
  services: Services,
  { version, about, after }: { version: Version; about: About; after: string | null },
): Promise<string | null> {
  const { site } = about;
  if ((await lockNext(db, version.site_id))?.id !== version.id) return null;
  const owners = await findUnmailed(db, version, after, atOnce);
  const now = services.clock.now();
  const mailed = await insertTermsNotices(
    db,
    version.id,
    owners.map(({ id }) => id),
    now,
  );
  const from = { db, services, site, origin: siteOrigin(site, services.config) };
  for (const owner of owners.filter(({ id }) => mailed.includes(id))) {
    const language = languageOf(owner.language);
    const date = formatDay(language, new Date(appliesFrom(version)));
    const changes = settingChanges({ texts: services.texts, about, language }, settingsFrom(version.settings));
    const words = { date, changes, version_id: version.id, asks: version.asks };
    await mailUncounted(from, owner, { kind: "terms_change", path: "/pages/terms?version=next", ...words });
  }
  if (owners.length < atOnce) await setMailed(db, version.id, now);
  return owners.length < atOnce ? null : (owners.at(-1)?.id ?? null);
}

/** Puts terms in force once their day has come and every member has had the time that was promised. */
async function applyIfDue({ db, clock }: Services, { site_id: siteId, id }: Version, site: Site): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    const next = await lockNext(trx, siteId);
    if (next?.id !== id || next.applies_on === null || next.mailed_at === null) return;
    if (dayOf(now) < appliesFrom({ ...next, applies_on: next.applies_on })) return;
    await changeTerms({ db: trx, now }, site.key, next, next.staff_id);
    await setApplied(trx, id, now);
  });
}

async function advance(services: Services, version: Version): Promise<void> {
  const { db } = services;
  const about = await siteAndCompany(db, version.site_id);
  const { site } = about;
  let after: string | null = null;
  for (let batch = 0; batch < batchesInARun; batch += 1) {
    const from: string | null = after;
    after = await inTransaction(db, (trx) => mailBatch(trx, services, { version, about, after: from }));
    if (after === null) break;
  }
  await applyIfDue(services, version, site);
}

/** Mails members about announced terms, and puts these in force on their day (R9.05). */
export const announceTermsJob = defineScheduledJob({
  name: "announce-terms",
  every: "*/10 * * * *",
  run: async (services) => {
    const failure = {
      failure: "the announced terms of a site are stuck",
      about: ({ site_id: siteId }: Version) => ({ siteId }),
    };
    await forEachRow(services, await findAnnounced(services.db), failure, (version) => advance(services, version));
  },
});
