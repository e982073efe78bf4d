import { z } from "zod";
import { dayMs } from "#contract/durations.ts";
import { fraudGrounds, fraudWarningDays } from "#contract/fraud-warnings.ts";
import { lockAccount } from "#server/db/locks.ts";
import { withEmit } from "#server/emit.ts";
import { type Contact, findContacts, giveBackForFraud } from "#server/features/chat/index.ts";
import { formatDay, mailUncounted } from "#server/features/mails/index.ts";
import { siteAndCompany } from "#server/features/sites/index.ts";
import { addUpdate } from "#server/features/updates/index.ts";
import { languageOf } from "#server/http/language.ts";
import { forEachRow, type InRow, inBatches } from "#server/jobs/for-each-row.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { siteOrigin } from "#server/site.ts";
import { findStatementReceiver } from "../decisions/store.ts";
import { findBanned, findUnfounded, insertWarning, markWarningLifted, setCredits } from "./store.ts";

const batch = 200;

type Ban = { memberId: string; decisionId: string; ground: (typeof fraudGrounds)[number] };

/**
 * Members who exchanged a message with the banned one in the last 90 days, who get back what they spent (R10.02). Each
 * in a transaction, once: a second run goes on where the first one ended. If the ban was lifted meanwhile, the others
 * are not told. A failure with one member does not affect the others, and is retried.
 */
export const warnContacts = defineJob({
  name: "warn-contacts",
  data: z.object({ memberId: z.uuid(), decisionId: z.uuid(), ground: z.enum(fraudGrounds) }),
  expireInSeconds: 900,
  async run(services, ban) {
    const { db, clock } = services;
    const banned = await findBanned(db, ban.memberId, ban.decisionId);
    if (!banned) return;
    const sender = await senderOf(services, banned.site_id);
    const since = new Date(clock.now().getTime() - fraudWarningDays * dayMs);
    const contacts = inBatches(
      (after: Contact | undefined, limit) => findContacts(db, ban.memberId, { since, after: after?.member_id, limit }),
      batch,
    );
    const failure = {
      failure: "a member was not warned of a fraud",
      about: ({ member_id: member }: Contact) => ({ member }),
    };
    await forEachRow(services, contacts, failure, (contact, inRow) => warn(sender, ban, contact, inRow));
  },
});

async function warn(sender: Sender, ban: Ban, { member_id: memberId, last_at }: Contact, inRow: InRow) {
  const { services } = sender;
  const { clock, events } = services;
  const now = clock.now();
  const balance = await inRow(async (trx) => {
    // a ban that is being lifted has been lifted by now, or waits: then the warning is there for its withdrawal
    await lockAccount(trx, ban.memberId, "share");
    const about = await findBanned(trx, ban.memberId, ban.decisionId);
    const receiver = await findStatementReceiver(trx, memberId);
    if (!about || !receiver) return undefined;
    const { name: aboutName, site_id: siteId } = about;
    const id = await insertWarning(trx, {
      site_id: siteId,
      member_id: memberId,
      about_id: ban.memberId,
      about_name: aboutName,
      decision_id: ban.decisionId,
      ground: ban.ground,
      last_at,
      credits: 0,
      warned_at: now,
    });
    if (id === undefined) return undefined;
    const back = await giveBackForFraud(trx, { siteId, author: memberId, recipient: ban.memberId, now });
    await setCredits(trx, id, back.credits);
    const path = `/warnings/${id}`;
    await addUpdate(trx, { memberId, kind: "fraud", path, now });
    if (receiver.status === "deleted") return undefined;
    const language = languageOf(receiver.language);
    await mailUncounted({ ...sender, db: trx }, receiver, {
      kind: "fraud_warning",
      path,
      about: aboutName,
      reason: services.texts.t(language, `decisions:ground.${ban.ground}`),
      date: formatDay(language, last_at),
      credits: back.credits,
    });
    return back.balance;
  });
  if (balance !== undefined) {
    await withEmit(events, async (emit) => emit(memberId, { type: "credits", credits: balance }));
  }
}

async function senderOf(services: Services, siteId: number) {
  const { site } = await siteAndCompany(services.db, siteId);
  return { db: services.db, services, site, origin: siteOrigin(site, services.config) };
}

type Sender = Awaited<ReturnType<typeof senderOf>>;
type Unfounded = Awaited<ReturnType<typeof findUnfounded>>[number];

/** Tells those who were warned that the ban for fraud was lifted; what came back to them stays. */
export const withdrawWarnings = defineJob({
  name: "withdraw-warnings",
  data: z.object({ memberId: z.uuid() }),
  expireInSeconds: 900,
  async run(services, { memberId: aboutId }) {
    const { db, clock } = services;
    const now = clock.now();
    const standing = inBatches(
      (after: Unfounded | undefined, limit) => findUnfounded(db, aboutId, { after: after?.id, limit }),
      batch,
    );
    const failure = { failure: "a warning was not withdrawn", about: ({ id }: Unfounded) => ({ warning: id }) };
    await forEachRow(
      services,
      standing,
      failure,
      async ({ id, member_id: memberId, about_name: about, site_id }, inRow) => {
        const sender = await senderOf(services, site_id);
        await inRow(async (trx) => {
          if (!(await markWarningLifted(await lockAccount(trx, aboutId, "share"), id, now))) return;
          // its mail may still wait for the mail server
          await services.jobs.deleteNaming(trx, [id]);
          const receiver = await findStatementReceiver(trx, memberId);
          const path = `/warnings/${id}`;
          await addUpdate(trx, { memberId, kind: "fraud_lifted", path, now });
          if (!receiver || receiver.status === "deleted") return;
          await mailUncounted({ ...sender, db: trx }, receiver, { kind: "fraud_lifted", path, about });
        });
      },
    );
  },
});
