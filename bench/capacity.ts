// How many members can use the site at once, by the public method of Mattermost's load-test-ng: each simulated user
// acts again and again, with a pause of 20 seconds on average, by the frequencies of its `simulcontroller`, and has a
// stream of events open. Users are added until the calls are slower than its `coordinator` accepts.
import { Agent, type ClientRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { readChat, sendMessage } from "#contract/chat.ts";
import { searchMembers } from "#contract/members.ts";
import type { BenchDatabase } from "./database.ts";
import { openStream } from "./live.ts";
import { ask, type HttpRequest, summarise } from "./load.ts";
import { type Pair, preparePairs, writeRequest } from "./pairs.ts";
import type { BenchServer } from "./programs.ts";

/** A simulated member, the other member of their conversation, and the conversation. */
export type Talker = { other: string } & Pick<Pair, "cookie" | "conversation">;
/** The result of the last step in which the calls were fast enough; times in milliseconds. */
export type Capacity = { members: number; mean: number; p99: number; perSecond: number; most: boolean };

/** What `coordinator` accepts: milliseconds, and the share of failed calls. */
const limits = { mean: 100, p99: 2_000, failed: 0.00025 };
const pauseMs = { least: 1_000, mean: 20_000 };
/** Members added in a step; seconds until all of them act, and during which the calls are measured. */
const step = { members: 250, settle: 20, measure: 20 };
/** Members in the first step, and in the last one that is tried. */
const [first, most] = [1_000, 6_000];

/** What a member does. `times`: how often, by the frequencies of the user's actions there that are named. */
export const actions: { name: string; times: number; requests(talker: Talker): HttpRequest[] }[] = [
  {
    name: "open a chat and read it", // SwitchChannel, OpenDirectOrGroupChannel
    times: 7.5,
    requests: ({ cookie, other, conversation }) => [
      { method: "GET", path: `/api/chat.php?member=${other}`, headers: { cookie } },
      writeRequest(readChat, cookie, { conversation: { id: conversation } }),
    ],
  },
  {
    name: "a chat again", // ScrollChannel
    times: 2,
    requests: ({ cookie, other }) => [{ method: "GET", path: `/api/chat.php?member=${other}`, headers: { cookie } }],
  },
  {
    name: "list of chats", // UnreadCheck
    times: 1,
    requests: ({ cookie }) => [{ method: "GET", path: "/api/chats.php", headers: { cookie } }],
  },
  {
    // ViewGlobalThreads, ViewThread, UpdateThreadRead, SearchUsers, SearchPosts: what is not a chat
    name: "search",
    times: 1.3,
    requests: ({ cookie }) => {
      const age = 20 + Math.floor(Math.random() * 25);
      const path = `${searchMembers.path}?distance=100&min_age=${age}&max_age=${age + 10}`;
      return [{ method: "GET", path, headers: { cookie } }];
    },
  },
  {
    name: "profile", // ClickPermalink, ClickUserProfile
    times: 0.33,
    requests: ({ cookie, other }) => [{ method: "GET", path: `/api/member.php?id=${other}`, headers: { cookie } }],
  },
  {
    name: "paid message", // CreatePost, EditPost
    times: 1.04,
    requests: ({ cookie, other }) => [
      writeRequest(sendMessage, cookie, { member: other, text: "How was your week? We went to the sea again." }),
    ],
  },
];

function pickAction() {
  let rest = Math.random() * actions.reduce((sum, { times }) => sum + times, 0);
  return actions.find(({ times }) => {
    rest -= times;
    return rest < 0;
  });
}

/** Both members of each pair, with credits for as many messages as a run can send. */
export async function prepareTalkers(database: BenchDatabase, amount: number): Promise<Talker[]> {
  const pairs = await preparePairs(database, amount / 2);
  return pairs.flatMap(({ conversation, from, to, senderCookie, cookie }) => [
    { cookie: senderCookie, other: to, conversation },
    { cookie, other: from, conversation },
  ]);
}

/** Adds members step by step until a step's calls exceed the limits. */
export async function measureCapacity(
  database: BenchDatabase,
  { origin }: BenchServer,
  say: (line: string) => void,
): Promise<Capacity> {
  const talkers = await prepareTalkers(database, most);
  const agent = new Agent({ keepAlive: true });
  const ended = new AbortController();
  const streams: ClientRequest[] = [];
  let times: number[] = [];
  let failed = 0;
  const act = async (talker: Talker) => {
    while (!ended.signal.aborted) {
      const pause = pauseMs.least + Math.random() * 2 * (pauseMs.mean - pauseMs.least);
      await wait(pause, undefined, ended).catch((error: unknown) => {
        if (!ended.signal.aborted) throw error;
      });
      const requests = ended.signal.aborted ? [] : pickAction()?.requests(talker);
      for (const request of requests ?? []) {
        const began = performance.now();
        await ask(agent, origin, request).catch(() => {
          failed += 1;
        });
        times.push(performance.now() - began);
      }
    }
  };
  const members: Promise<void>[] = [];
  const join = async (talker: Talker) => {
    streams.push(await openStream(origin, { path: "/api/events.php", headers: { cookie: talker.cookie } }, () => {}));
    members.push(act(talker));
  };
  let reached: Capacity = { members: 0, mean: 0, p99: 0, perSecond: 0, most: false };
  try {
    for (let amount = first; amount <= most; amount += step.members) {
      for (const talker of talkers.slice(members.length, amount)) await join(talker);
      await wait(step.settle * 1000);
      [times, failed] = [[], 0];
      await wait(step.measure * 1000);
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
      const { p99, perSecond } = summarise([...times], step.measure);
      say(
        `${amount} members: ${mean.toFixed(1)} ms on average, p99 ${p99.toFixed(0)} ms, ${failed} of ${times.length} failed`,
      );
      if (mean > limits.mean || p99 > limits.p99 || failed / times.length > limits.failed) break;
      reached = { members: amount, mean, p99, perSecond, most: amount + step.members > most };
    }
    return reached;
  } finally {
    ended.abort();
    await Promise.all(members);
    for (const stream of streams) stream.on("error", () => {}).destroy();
    agent.destroy();
  }
}
