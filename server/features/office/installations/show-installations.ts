import type { AnswerOf } from "#contract/call.ts";
import { minuteMs } from "#contract/durations.ts";
import {
  type getInstallations,
  getProgramInstallation,
  type InstallationState,
  type OtherInstallation,
  type ownAlerts,
} from "#contract/installations.ts";
import { readLastDone } from "#server/db/last-done.ts";
import { cachePerDatabase, createReadCache } from "#server/lib/timed-cache.ts";
import type { Services } from "#server/services.ts";
import { readVersion } from "#server/version.ts";
import { findQueues } from "../numbers/queue-states.ts";
import { showOverview } from "../numbers/show-overview.ts";
import { countDead } from "../operations/store.ts";
import { isAuditLogBroken } from "../staff/audit-store.ts";
import { listContacts, noteContact } from "./store.ts";

/** How long another installation may take to answer. */
const patienceMs = 2_000;
/** A worker notes each minute that it runs. */
const workerMs = 3 * minuteMs;

/** The sums of a month take longer than the rest: one count a minute is enough for all who ask. */
const figuresOf = cachePerDatabase(() => createReadCache<InstallationState["sites"]>({ max: 1, ttlMs: minuteMs }));

type Asked = Pick<Services, "db" | "config">;

async function findAlerts({ db }: Pick<Asked, "db">, now: Date): Promise<InstallationState["alerts"]> {
  const { worker } = await readLastDone(db);
  const wrong: Record<(typeof ownAlerts)[number], boolean> = {
    worker: worker === null || now.getTime() - worker.getTime() > workerMs,
    dead_letters: (await countDead(db)).length > 0,
    audit_log: await isAuditLogBroken(db),
  };
  return (Object.keys(wrong) as (keyof typeof wrong)[]).filter((name) => wrong[name]);
}

export async function showInstallation({ db, config }: Asked, now: Date): Promise<InstallationState> {
  return {
    at: now.toISOString(),
    version: readVersion().version,
    queues: await findQueues(db, { siteIds: null, targets: config.queueHours, now }),
    alerts: await findAlerts({ db }, now),
    sites: await figuresOf(db).get("month", now, async () => (await showOverview(db, {}, now)).sites),
  };
}

export async function showInstallations(
  services: Asked & Pick<Services, "installations">,
  now: Date,
): Promise<AnswerOf<typeof getInstallations>> {
  const { db, installations } = services;
  const asked = await Promise.all(
    installations.map(async ({ name, ask }) => ({ name, ...(await ask(getProgramInstallation, patienceMs)) })),
  );
  for (const { name, answer } of asked) if (answer === "answers") await noteContact(db, name, { answered_at: now });
  const contacts = await listContacts(db);
  const others = asked.map(({ name, ...each }): OtherInstallation => {
    const contact = contacts.find((row) => row.name === name);
    return {
      name,
      answer: each.answer,
      answered_at: contact?.answered_at?.toISOString() ?? null,
      pulled_at: contact?.pulled_at?.toISOString() ?? null,
      state: each.answer === "answers" ? each.value : null,
    };
  });
  return { here: await showInstallation(services, now), others };
}
