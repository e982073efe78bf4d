import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import type { Trx } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { type Emit, withEmit } from "#server/emit.ts";
import { approveChatPhoto, openGift, readChat, sendMessage } from "#server/features/chat/index.ts";
import { likeMember } from "#server/features/likes/index.ts";
import { addDemoStaff } from "#server/features/office/index.ts";
import { addPhoto, approvePhoto } from "#server/features/profiles/index.ts";
import { seedDemoSites, siteAndCompany } from "#server/features/sites/index.ts";
import type { Services } from "#server/services.ts";
import { approveDue } from "./approve-photos.ts";
import { type Automatic, answerDue } from "./auto-reply.ts";
import { demoSeed, loadDemoWorld } from "./load.ts";
import { loadMorePhotos } from "./photos.ts";
import { demoStaff } from "./staff.ts";
import { welcomeLines } from "./welcome.ts";

const everyMs = 1_000;
const pollMs = 200;

/** The portraits that are drawn before the first page: those of the first two pages of a search, and some more. */
const portraitsFirst = 64;

type Started = {
  /** Draws further photos in the background, and lets some members answer. */
  begin(): void;
  stop(): Promise<void>;
  /** Lines for the operator's terminal: the members to log in as. */
  welcome(address: string): string[];
};

/** Runs `fill` in one process at a time. It polls, because filling takes longer than a statement may wait. */
async function alone<T>(db: Db, fill: () => Promise<T>): Promise<T> {
  return await db.transaction().execute(async (trx) => {
    for (;;) {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('demo filling')) as taken`.execute(trx);
      if (rows[0]?.taken) return await fill();
      await setTimeout(pollMs);
    }
  });
}

/** Fills the demo sites with their members. A worker then begins what they do by themselves. */
export async function startDemo(
  services: Services,
  { worker, say }: { worker: boolean; say(line: string): void },
): Promise<Started> {
  const { db, config, clock, events, log } = services;
  const drawing = { db, now: clock.now(), addPhoto: addPhoto.bind(null, services), log: say };
  const { demoPhotos } = config;
  const drawsMore = demoPhotos === "all";
  // the others are drawn while the first pages are looked at
  const drawsLater = demoPhotos === "few" || (drawsMore && worker);
  const portraits = drawsLater ? portraitsFirst : undefined;
  const hasStaff = await alone(db, async () => {
    const siteIds = await seedDemoSites(db, clock.now());
    await loadDemoWorld({ ...drawing, config, seed: demoSeed, siteIds, portraits });
    return await addDemoStaff(services, demoStaff);
  });
  const ending = new AbortController();
  const until = ending.signal;
  const running: Promise<void>[] = [];

  async function drawMore(): Promise<void> {
    await loadMorePhotos(drawing, until).catch((error: unknown) => log.error({ err: error }, "can't draw portraits"));
  }

  async function answer(): Promise<void> {
    while (!until.aborted) {
      await answerDue(automatic(services)).catch((error: unknown) => log.warn({ err: error }, "can't answer"));
      const approve = async (id: string) => {
        await withEmit(events, (emit) => approvePhoto({ db, emit, now: clock.now() }, id));
      };
      const approveInChat = (id: string) => approveChatPhoto(services, id);
      await approveDue({ db, now: clock.now(), approve, approveInChat }).catch((error: unknown) =>
        log.warn({ err: error }, "can't approve photos"),
      );
      await setTimeout(everyMs, undefined, { signal: until }).catch(() => undefined);
    }
  }

  return {
    begin: () => void running.push(...(drawsMore ? [drawMore()] : []), answer()),
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
    welcome: (address) => welcomeLines(address, hasStaff),
  };
}

/** The actions of automatic members, through the same use cases as for all members. */
export function automatic(services: Services): Automatic {
  const { db, clock, events, log } = services;
  const now = clock.now();
  const warn = (error: unknown) => log.warn({ err: error }, "an automatic member's action failed");
  return {
    db,
    now,
    async send({ siteId, ...message }) {
      const { site } = await siteAndCompany(db, siteId);
      await withEmit(events, (emit) => sendMessage({ db, site, now, emit }, message)).catch(warn);
    },
    async read(memberId, conversationId) {
      await withEmit(events, (emit) => readChat({ db, now, emit }, memberId, conversationId)).catch(warn);
    },
    async open(memberId, messageId) {
      await withEmit(events, (emit) => openGift({ db, now, emit }, memberId, messageId)).catch(warn);
    },
    async like(siteId, from, to) {
      const like = (trx: Trx, emit: Emit) => likeMember({ db: trx, site: { id: siteId }, now, emit }, from, to);
      await withEmit(events, (emit) => inTransaction(db, (trx) => like(trx, emit))).catch(warn);
    },
  };
}
