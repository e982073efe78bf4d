import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Db } from "#server/db/pool.ts";

type Author = { id: string; cookie: string };
export type ChatLoad = { sent: number; failed: number; slowest: number };

/** The texts of all acknowledged messages of this run. */
const acknowledged = new Set<string>();
const everyMs = 250;

/** Has each author write to a member four times a second in turn, until `end`, which tells how it went. */
export async function startChat(given: { origin: string; authors: Author[]; newMember(): Promise<Author> }) {
  const { origin, authors } = given;
  const to = await given.newMember();
  const load: ChatLoad = { sent: 0, failed: 0, slowest: 0 };
  let running = true;
  const open = new Set<Promise<void>>();
  const send = async ({ cookie }: Author) => {
    const text = randomUUID();
    const began = performance.now();
    const status = await fetch(`${origin}/api/message.php`, {
      method: "POST",
      headers: { "content-type": "application/json", origin, cookie, "idempotency-key": randomUUID() },
      body: JSON.stringify({ member: to.id, text }),
      signal: AbortSignal.timeout(10_000),
    }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );
    load.sent += 1;
    load.slowest = Math.max(load.slowest, performance.now() - began);
    if (status === 200) acknowledged.add(text);
    else load.failed += 1;
  };
  const writing = (async () => {
    for (let turn = 0; running; turn += 1) {
      const author = authors[turn % authors.length];
      if (author) {
        const sending = send(author).finally(() => open.delete(sending));
        open.add(sending);
      }
      await wait(everyMs);
    }
  })();
  return {
    async end(): Promise<ChatLoad> {
      running = false;
      await writing;
      await Promise.all(open);
      return load;
    },
  };
}

/** How many acknowledged messages are not there exactly once. */
export async function countLost(db: Db): Promise<number> {
  const rows = await db.selectFrom("messages").select("body").execute();
  const found = new Map<string, number>();
  for (const { body } of rows) found.set(body, (found.get(body) ?? 0) + 1);
  return [...acknowledged].filter((text) => found.get(text) !== 1).length;
}
