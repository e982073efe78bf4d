import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import sharp from "sharp";
import { sendMessage } from "#contract/chat.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { sendGift } from "#contract/gifts.ts";
import { likeMember } from "#contract/likes.ts";
import type { Db } from "#server/db/pool.ts";

type Author = { id: string; cookie: string };

/** What members do during an outage: mostly texts, and each second one of the others. */
export const acts = ["texts", "gifts", "likes", "photos"] as const;
export type Act = (typeof acts)[number];
export type Done = Record<Act, { sent: number; failed: number }>;
export type Load = { done: Done; slowestText: number };

/** Texts and gifts and photos by their text, likes by their two members: all that were acknowledged in this run. */
const acknowledged: Record<Act, Set<string>> = {
  texts: new Set(),
  gifts: new Set(),
  likes: new Set(),
  photos: new Set(),
};
const everyMs = 250;
const turns: readonly Act[] = ["texts", "gifts", "texts", "likes", "texts", "photos"];

/** The request of an act, and the name by which its effect is found. */
function requestOf(act: Act, author: Author, to: Author, picture: Blob) {
  const text = randomUUID();
  const json = (path: string, body: object) => ({
    path,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (act === "texts") return { ...json(sendMessage.path, { member: to.id, text }), name: text };
  if (act === "gifts") return { ...json(sendGift.path, { member: to.id, gift: "rose", text }), name: text };
  if (act === "likes") return { ...json(likeMember.path, { id: to.id }), name: `${author.id} ${to.id}` };
  const form = new FormData();
  form.append("member", to.id);
  form.append("text", text);
  form.append("file", picture);
  return { path: sendChatPhoto.path, headers: {}, body: form, name: text };
}

/** Has the authors act four times a second in turn, until `end`, which tells how it went. */
export async function startLoad(given: { origin: string; authors: Author[]; newMember(): Promise<Author> }) {
  const { origin, authors } = given;
  const targets = await Promise.all(authors.map(() => given.newMember()));
  const picture = new Blob([
    new Uint8Array(
      await sharp({ create: { width: 400, height: 300, channels: 3, background: "#c36" } })
        .jpeg()
        .toBuffer(),
    ),
  ]);
  const nothing = () => ({ sent: 0, failed: 0 });
  const done: Done = { texts: nothing(), gifts: nothing(), likes: nothing(), photos: nothing() };
  let slowestText = 0;
  let running = true;
  const open = new Set<Promise<void>>();
  const perform = async (act: Act, author: Author, to: Author) => {
    const { path, headers, body, name } = requestOf(act, author, to, picture);
    const began = performance.now();
    const status = await fetch(origin + path, {
      method: "POST",
      headers: { ...headers, origin, cookie: author.cookie, "idempotency-key": randomUUID() },
      body,
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );
    done[act].sent += 1;
    if (act === "texts") slowestText = Math.max(slowestText, performance.now() - began);
    if (status === 200) acknowledged[act].add(name);
    else done[act].failed += 1;
  };
  const acting = (async () => {
    for (let turn = 0; running; turn += 1) {
      const author = authors[turn % authors.length];
      // another one in each round, so that each like is a new one
      const to = targets[(turn + Math.floor(turn / authors.length)) % targets.length];
      const act = turns[turn % turns.length];
      if (author && to && act) {
        const performing = perform(act, author, to).finally(() => open.delete(performing));
        open.add(performing);
      }
      await wait(everyMs);
    }
  })();
  return {
    async end(): Promise<Load> {
      running = false;
      await acting;
      await Promise.all(open);
      return { done, slowestText };
    },
  };
}

/** How many acknowledged acts of all kinds have not happened exactly once. */
export async function countLost(db: Db): Promise<number> {
  const { rows } = await sql<{ act: Act; name: string; count: number }>`
    select 'texts' as act, body as name, count(*)::int from messages where attachment is null group by body
    union all select 'gifts', body, count(*)::int from messages join gifts on message_id = messages.id group by body
    union all select 'photos', body, count(*)::int from messages join chat_photos on message_id = messages.id group by body
    union all select 'likes', from_id || ' ' || to_id, count(*)::int from likes group by from_id, to_id`.execute(db);
  const once = new Set(rows.filter(({ count }) => count === 1).map(({ act, name }) => `${act} ${name}`));
  return acts.reduce(
    (lost, act) => lost + [...acknowledged[act]].filter((name) => !once.has(`${act} ${name}`)).length,
    0,
  );
}
