import { mailOwner, mayStillNotify } from "#server/features/mails/index.ts";
import { pushReminder } from "#server/features/notifications/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { addUpdate, deleteUpdatesTo } from "#server/features/updates/index.ts";
import { languageOf } from "#server/http/language.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import { siteOrigin } from "#server/site.ts";
import { pathOfDate } from "./share-date.ts";
import { deleteEnded, findDueReminders, findEnded, markReminded } from "./shared-dates-store.ts";

const batch = 500;

/**
 * Reminds members to say that they are fine, at the time that they chose: by push, by mail and among their updates.
 * After an outage it reminds as long as the date has not ended.
 */
export const remindOfDates = defineScheduledJob({
  name: "remind-of-dates",
  every: "* * * * *",
  async run(services) {
    const now = services.clock.now();
    const failure = {
      failure: "a member was not reminded of a date",
      about: ({ id }: { id: string }) => ({ date: id }),
    };
    await forEachRow(services, await findDueReminders(services.db, now, batch), failure, (date, inRow) =>
      inRow(async (db) => {
        if (!(await markReminded(db, date.id, now))) return;
        const path = pathOfDate(date.id);
        const language = languageOf(date.language);
        await addUpdate(db, { memberId: date.owner_id, kind: "date_reminder", path, now });
        // words that say nothing on a locked screen
        const title = services.texts.t(language, "shared-dates:push");
        await pushReminder(
          { db, services, now },
          { accountId: date.owner_id, title, path, language, until: date.ends_at },
        );
        // one who is banned can't open the page to which the mail leads
        if (!(await mayStillNotify(db, date.owner_id, []))) return;
        const { site } = await siteAndCompany(db, date.site_id);
        const from = { db, services, site, origin: siteOrigin(site, services.config) };
        await mailOwner(from, { ...date, id: date.owner_id }, { kind: "date_reminder", path });
      }),
    );
  },
});

/** Erases the dates that have ended, with their entries among the updates. */
export const endSharedDates = defineScheduledJob({
  name: "end-shared-dates",
  every: "* * * * *",
  async run(services) {
    const now = services.clock.now();
    const failure = {
      failure: "a date that has ended was not erased",
      about: ({ id }: { id: string }) => ({ date: id }),
    };
    await forEachRow(services, await findEnded(services.db, now, batch), failure, ({ id, owner_id }, inRow) =>
      inRow(async (db) => {
        if (await deleteEnded(db, id, now)) await deleteUpdatesTo(db, owner_id, pathOfDate(id));
      }),
    );
  },
});
