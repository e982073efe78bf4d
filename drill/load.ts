import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { z } from "zod";
import { getChats, sendMessage } from "#contract/chat.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { getBundles } from "#contract/credits.ts";
import { dayMs } from "#contract/durations.ts";
import { sendGift } from "#contract/gifts.ts";
import { likeMember } from "#contract/likes.ts";
import { searchMembers } from "#contract/members.ts";
import { startPayment } from "#contract/payments.ts";
import { makeMember } from "#demo/factories.ts";
import type { DbPool } from "#server/db/pool.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";

export type Author = { id: string; cookie: string };

/** Members who may do all that the load does: premium ones, who signed up two days ago. */
export async function createAuthors(db: DbPool, siteId: number, count: number, credits: number): Promise<Author[]> {
  const services = { db, clock: systemClock, random: systemRandom };
  const createdAt = new Date(Date.now() - 2 * dayMs);
  const authors: Author[] = [];
  for (let each = 0; each < count; each += 1) {
    authors.push(await makeMember(services, { siteId, credits, premium: true, createdAt }));
  }
  return authors;
}

type Write = "texts" | "gifts" | "likes" | "photos" | "payments";
type Act = Write | "searches" | "chats";

const turns: readonly Act[] = [
  "texts",
  "gifts",
  "searches",
  "texts",
  "likes",
  "chats",
  "texts",
  "photos",
  "searches",
  "payments",
];
/** As the app does, a write is repeated with its key until it is answered, after a pause that grows. */
const giveUpMs = 60_000;
const firstPauseMs = 300;
const longestPauseMs = 2_400;
const requestMs = 10_000;
const reconnectMs = 1_000;

/** What happened in a round, in milliseconds of `performance.now()`. */
export type Events = {
  /** When writes, searches and lists of chats were answered. */
  written: number[];
  searched: number[];
  /** When a stream of a member broke, and when it was open again. */
  streamGaps: number[];
  /** Answers that are no success, by what they were. */
  failures: Map<string, number>;
  /** The same with the address that was asked; without 503. */
  places: Map<string, number>;
};

const noEvents = (): Events => ({
  written: [],
  searched: [],
  streamGaps: [],
  failures: new Map(),
  places: new Map(),
});
const addOne = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Longest time without an answer between two moments, in seconds. */
export function longestGap(times: readonly number[], from: number, to: number): number {
  const inside = [from, ...times.filter((time) => time > from && time < to).sort((a, b) => a - b), to];
  return Math.max(...inside.slice(1).map((time, index) => time - (inside[index] ?? time))) / 1000;
}

type Answer = { status: number; text: string; retryAfter: string | null };

/**
 * Members who write texts, gifts, likes and photos to each other, buy credits, search, read their chats, and hold event
 * streams open: four acts a second, unless `everyMs` says otherwise, with what was acknowledged noted.
 */
export async function startLoad(
  origin: string,
  authors: readonly Author[],
  newTargets: () => Promise<Author[]>,
  everyMs = 250,
) {
  const background = { r: 200, g: 60, b: 100 };
  const jpeg = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();
  const picture = new Blob([new Uint8Array(jpeg)]);
  let acknowledged: string[] = [];
  let events = noEvents();
  let targets = await newTargets();
  let isRunning = true;
  const open = new Set<Promise<void>>();
  const ending = new AbortController();
  let reopening = new AbortController();

  const count = (what: string, path: string) => {
    addOne(events.failures, what);
    if (what !== "503") addOne(events.places, `${what} ${path}`);
  };

  async function ask(path: string, cookie: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { origin, cookie, "sec-fetch-site": "same-origin", ...(init.headers as Record<string, string>) };
    try {
      const signal = AbortSignal.timeout(requestMs);
      const answer = await fetch(origin + path, { redirect: "manual", ...init, headers, signal });
      const text = await answer.text();
      const { status } = answer;
      const retryAfter = answer.headers.get("retry-after");
      if (status >= 400)
        count(status === 503 && retryAfter === null ? "503 without Retry-After" : String(status), path);
      return { status, text, retryAfter };
    } catch {
      count("no answer", path);
      return { status: 0, text: "", retryAfter: null };
    }
  }

  /** Repeats a write with its key until it succeeds. Undefined: it was given up, so its outcome is unknown. */
  async function insist(path: string, cookie: string, init: RequestInit): Promise<Answer | undefined> {
    const headers = { ...(init.headers as Record<string, string>), "idempotency-key": randomUUID() };
    const end = performance.now() + giveUpMs;
    for (let pauseMs = firstPauseMs; performance.now() < end; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const answer = await ask(path, cookie, { method: "POST", ...init, headers });
      if (answer.status >= 200 && answer.status < 400) return answer;
      if (answer.status !== 0 && answer.status < 500 && answer.status !== 429) return undefined;
      await pause(pauseMs);
    }
    return undefined;
  }

  const json = (body: object) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

  async function buy({ cookie }: Author): Promise<string | undefined> {
    const listed = await ask(getBundles.path, cookie);
    const bundle = listed.status === 200 ? getBundles.answer.parse(JSON.parse(listed.text)).bundles[0] : undefined;
    if (!bundle) return undefined;
    const order = { bundle_id: bundle.id, amount: bundle.price, begin_at_once: true, method: "card" };
    const ordered = await insist(startPayment.path, cookie, json(order));
    if (!ordered) return undefined;
    const { payment, checkout_url: url } = z
      .object({ payment: z.object({ payment_id: z.string() }), checkout_url: z.string() })
      .parse(JSON.parse(ordered.text));
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ outcome: "pay", method: "card" }).toString();
    const paid = await insist(new URL(url).pathname, cookie, { headers: form, body });
    return paid && payment.payment_id;
  }

  /** Returns the name by which the effect of a write is found; undefined if it was not acknowledged. */
  async function write(act: Write, author: Author, to: Author): Promise<string | undefined> {
    const text = randomUUID();
    if (act === "payments") return await buy(author);
    if (act === "likes") {
      return (await insist(likeMember.path, author.cookie, json({ id: to.id }))) && `${author.id} ${to.id}`;
    }
    if (act === "texts") return (await insist(sendMessage.path, author.cookie, json({ member: to.id, text }))) && text;
    if (act === "gifts") {
      return (await insist(sendGift.path, author.cookie, json({ member: to.id, gift: "rose", text }))) && text;
    }
    const form = new FormData();
    form.append("member", to.id);
    form.append("text", text);
    form.append("file", picture);
    return (await insist(sendChatPhoto.path, author.cookie, { body: form })) && text;
  }

  async function perform(act: Act, author: Author, to: Author): Promise<void> {
    if (act === "searches" || act === "chats") {
      const path = act === "searches" ? searchMembers.path : getChats.path;
      if ((await ask(path, author.cookie)).status === 200) events.searched.push(performance.now());
      return;
    }
    const name = await write(act, author, to);
    if (name === undefined) return;
    events.written.push(performance.now());
    acknowledged.push(`${act} ${name}`);
  }

  /** Holds a member's event stream open, and opens it again a second after it broke, as a browser does. */
  async function hold({ cookie }: Author): Promise<void> {
    let brokeAt: number | undefined;
    while (isRunning) {
      const trying = new AbortController();
      const anew = reopening.signal;
      const timer = setTimeout(() => trying.abort(), requestMs);
      try {
        const signal = AbortSignal.any([ending.signal, anew, trying.signal]);
        const stream = await fetch(`${origin}/api/events.php`, {
          headers: { cookie, accept: "text/event-stream" },
          signal,
        });
        clearTimeout(timer);
        if (stream.status === 200 && brokeAt !== undefined)
          events.streamGaps.push((performance.now() - brokeAt) / 1000);
        if (stream.status === 200) brokeAt = undefined;
        for await (const _ of stream.body ?? []) if (!isRunning) break;
      } catch {
        // it broke
      }
      clearTimeout(timer);
      if (anew.aborted) continue;
      brokeAt ??= performance.now();
      if (isRunning) await pause(reconnectMs);
    }
  }

  const streams = authors.slice(0, 6).map(hold);
  const acting = (async () => {
    for (let turn = 0; isRunning; turn += 1) {
      const round = Math.floor(turn / authors.length);
      const author = authors[turn % authors.length];
      // authors answer each other, because open first messages have a limit; a like is for a new member
      const partner = authors[(turn % authors.length) ^ (round % 2 === 0 ? 1 : 3)];
      const act = turns[turn % turns.length];
      const to = act === "likes" ? targets[(turn + round) % targets.length] : partner;
      if (author && to && act) {
        const performing: Promise<void> = perform(act, author, to)
          .catch(() => count("unreadable", act))
          .finally(() => open.delete(performing));
        open.add(performing);
      }
      await pause(everyMs);
    }
  })();

  return {
    /** Returns what was acknowledged since the last call, as `<act> <name>`. */
    takeNames(): string[] {
      const names = acknowledged;
      acknowledged = [];
      return names;
    },
    /** Begins a round: new members to like, streams that are spread over all processes again, and nothing noted yet. */
    async begin(): Promise<void> {
      targets = await newTargets();
      reopening.abort();
      reopening = new AbortController();
      events = noEvents();
    },
    events: () => events,
    /** Waits until every write that is under way was answered, or given up. */
    async settle(): Promise<void> {
      await Promise.all(open);
    },
    async end(): Promise<void> {
      isRunning = false;
      ending.abort();
      await acting;
      await Promise.all([...open, ...streams]);
    },
  };
}

export type Load = Awaited<ReturnType<typeof startLoad>>;
