import { randomUUID } from "node:crypto";
import {
  acceptTalk,
  askTalk,
  beatTalk,
  endTalk,
  getTalk,
  joinTalk,
  sendTalkSignal,
  type TalkSignal,
  talkBeatSeconds,
} from "#contract/talks.ts";
import { test as base, type Member } from "#server/test.ts";
import { haveWritten } from "../voice/test-voice.ts";

/** A browser page of a member, which takes part in talks. */
export function pageOf({ client }: Pick<Member, "client">, page: string = randomUUID()) {
  return {
    page,
    ask: (member: { id: string }, more: { credits?: number } = {}) =>
      client.call(askTalk, { body: { member: member.id, page, ...more } }),
    accept: (id: string) => client.call(acceptTalk, { body: { id, page } }),
    join: (id: string) => client.call(joinTalk, { body: { id, page } }),
    end: (id: string) => client.call(endTalk, { body: { id } }),
    beat: (id: string, { camera = false, clear = false } = {}) =>
      client.call(beatTalk, { body: { id, page, camera, clear } }),
    signal: (id: string, signal: TalkSignal) => client.call(sendTalkSignal, { body: { id, page, signal } }),
    open: async () => (await client.call(getTalk)).body.talk,
  };
}
export type Page = ReturnType<typeof pageOf>;

/** The talk of an answer; throws what the call failed with. */
export function talkIn<T>({ status, body }: { status: number; body: { talk: T } }): T {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.talk;
}

export const test = base
  /** Two members who have both written, each with a page. */
  .extend("friends", { scope: "file" }, ({ pair }) => async (input: Parameters<typeof pair>[0] = {}) => {
    const [anna, ben] = await pair(input);
    await haveWritten(anna, ben);
    return { anna, ben, hers: pageOf(anna), his: pageOf(ben) };
  })
  /** The same, in a talk that Anna asked for. */
  .extend("talking", { scope: "file" }, ({ friends }) => async (input: Parameters<typeof friends>[0] = {}) => {
    const all = await friends(input);
    const { id } = talkIn(await all.hers.ask(all.ben));
    talkIn(await all.his.accept(id));
    return { ...all, id };
  })
  /** Time passes, while these pages report themselves as they do. */
  .extend("pass", { scope: "file" }, ({ services }) => {
    return async (seconds: number, id: string, ...pages: readonly Page[]) => {
      for (let passed = 0; passed < seconds; passed += talkBeatSeconds) {
        services.clock.advance(Math.min(talkBeatSeconds, seconds - passed) * 1000);
        for (const page of pages) await page.beat(id);
      }
    };
  });
