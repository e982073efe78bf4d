import { setTimeout } from "node:timers/promises";
import { inTransaction } from "#server/db/transaction.ts";
import { readChat, sendMessage } from "#server/features/chat/index.ts";
import { likeMember } from "#server/features/likes/index.ts";
import { addPhoto, approvePhoto } from "#server/features/photos/index.ts";
import { markActive, markAllActive } from "#server/features/profiles/index.ts";
import { seedDemoSites, siteAndCompany } from "#server/features/sites/index.ts";
import { addDemoStaff } from "#server/features/staff/index.ts";
import type { Services } from "#server/services.ts";
import { approveDue } from "./approve-photos.ts";
import { type Automatic, answerDue } from "./auto-reply.ts";
import { beHere } from "./be-here.ts";
import { demoSeed, loadDemoWorld } from "./load.ts";
import { type DemoLogin, demoPassword } from "./logins.ts";
import { loadMorePhotos } from "./photos.ts";
import { demoStaff } from "./staff.ts";

const everyMs = 1_000;
const hereEveryMs = 60_000;

type Started = {
  stop(): Promise<void>;
  /** What to tell whoever started the product: whom one can log in as. */
  welcome(address: string): string[];
};

/**
 * Brings up the demo sites and everybody on them (D12.1); in a worker, further photos are drawn meanwhile and some
 * members answer and are online by themselves.
 */
export async function startDemo(
  services: Services,
  { worker, say }: { worker: boolean; say(line: string): void },
): Promise<Started> {
  const { db, clock, log } = services;
  const siteIds = await seedDemoSites(db, clock.now());
  const drawing = { db, now: clock.now(), addPhoto: addPhoto.bind(null, services), log: say };
  const { logins } = await loadDemoWorld({ ...drawing, seed: demoSeed, siteIds });
  const staff = await addDemoStaff(services, demoStaff);
  const ending = new AbortController();
  const until = ending.signal;
  const drawsMore = services.config.demoPhotos === "all";
  const running = worker ? [...(drawsMore ? [drawMore()] : []), answer(), stayHere()] : [];

  async function drawMore(): Promise<void> {
    await loadMorePhotos(drawing, until).catch((error: unknown) => log.error({ err: error }, "no further portraits"));
  }

  async function answer(): Promise<void> {
    while (!until.aborted) {
      await answerDue(automatic(services)).catch((error: unknown) => log.warn({ err: error }, "nobody answers"));
      await approveDue({ db, now: clock.now(), approve: (id) => approvePhoto(services, id) }).catch((error: unknown) =>
        log.warn({ err: error }, "nobody looks at photos"),
      );
      await setTimeout(everyMs, undefined, { signal: until }).catch(() => undefined);
    }
  }

  async function stayHere(): Promise<void> {
    while (!until.aborted) {
      const now = clock.now();
      await beHere({ db, now, mark: (ids) => markAllActive(db, ids, now) }).catch((error: unknown) =>
        log.warn({ err: error }, "nobody is here"),
      );
      await setTimeout(hereEveryMs, undefined, { signal: until }).catch(() => undefined);
    }
  }

  return {
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
    welcome: () => [...welcomeLines(logins), ...(staff ? [staffLine] : [])],
  };
}

/** The members who answer by themselves do it through the same doers as everyone. */
export function automatic(services: Services): Automatic {
  const { db, clock, log } = services;
  const now = clock.now();
  const kept = (error: unknown) => log.warn({ err: error }, "an automatic member could not");
  return {
    db,
    now,
    async send({ siteId, ...message }) {
      const { site } = await siteAndCompany(db, siteId);
      await sendMessage({ services, db, site, now }, message).catch(kept);
    },
    async read(_siteId, memberId, conversationId) {
      await markActive(db, memberId, now);
      await readChat({ services, db, now, afterCommit: (run) => run() }, memberId, conversationId).catch(kept);
    },
    async like(siteId, from, to) {
      const told: (() => void)[] = [];
      const afterCommit = (run: () => void) => void told.push(run);
      const liked = inTransaction(db, (trx) => {
        told.length = 0;
        return likeMember({ db: trx, site: { id: siteId }, now, services, afterCommit }, from, to);
      });
      await liked.then(() => told.forEach((tell) => void tell()), kept);
    },
  };
}

function welcomeLines(logins: readonly DemoLogin[]): string[] {
  const what = { free: "a free member with credits", premium: "a premium member" };
  return [
    `Log in as one of these, the password is ${demoPassword}`,
    ...logins.map(({ role, email }) => `  ${email.padEnd(22)} ${what[role]}`),
  ];
}

const staffLine = `  ${demoStaff.email.padEnd(22)} staff, at /staff; the code comes from: npm run staff -- code`;
