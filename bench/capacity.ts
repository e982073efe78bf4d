// How many members can use the site at once, by the public method of Mattermost's load-test-ng: each simulated user
// acts again and again, with a pause of 20 seconds on average, by the frequencies of its `simulcontroller`, and has a
// stream of events open. Users are added until the calls are slower than its `coordinator` accepts.
import { Agent, type ClientRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { readChat, sendMessage } from "#contract/chat.ts";
import { searchMembers } from "#contract/members.ts";
import type { BenchSite } from "./database.ts";
import { closeStreams, openStream } from "./live.ts";
import { ask, type HttpRequest, mean, summarise, timed } from "./load.ts";
import { type Pair, preparePairs, writeRequest } from "./members.ts";
import { type BenchServer, startServer } from "./programs.ts";
import { atLeast, type Part, say } from "./report.ts";

/** A simulated member, the other member of their conversation, and the conversation. */
type Talker = { id: string; other: string } & Pick<Pair, "cookie" | "conversation">;
/** The result of the last step in which the calls were fast enough; times in milliseconds. */
type Capacity = { members: number; mean: number; p99: number; perSecond: number; most: boolean };

/** What `coordinator` accepts: milliseconds, and the share of failed calls. */
const limits = { mean: 100, p99: 2_000, failed: 0.00025 };
const pauseMs = { least: 1_000, mean: 20_000 };
/** Members added in a step; seconds until all of them act, and during which the calls are measured. */
const step = { members: 250, settle: 20, measure: 20 };
/** Members in the first step, and in the last one that is tried. */
const [first, most] = [1_000, 6_000];

const read = ({ cookie }: Talker, path: string): HttpRequest => ({ method: "GET", path, headers: { cookie } });

/** What a member does. `times`: how often, by the frequencies of the user's actions there that are named. */
export const actions: { name: string; times: number; requests(talker: Talker): HttpRequest[] }[] = [
  {
    name: "open a chat and read it", // SwitchChannel, OpenDirectOrGroupChannel
    times: 7.5,
    requests: (talker) => [
      read(talker, `/api/chat.php?member=${talker.other}`),
      writeRequest(readChat, talker.cookie, { conversation: { id: talker.conversation } }),
    ],
  },
  {
    name: "a chat again", // ScrollChannel
    times: 2,
    requests: (talker) => [read(talker, `/api/chat.php?member=${talker.other}`)],
  },
  {
    name: "list of chats", // UnreadCheck
    times: 1,
    requests: (talker) => [read(talker, "/api/chats.php")],
  },
  {
    // ViewGlobalThreads, ViewThread, UpdateThreadRead, SearchUsers, SearchPosts: what is not a chat
    name: "search",
    times: 1.3,
    requests: (talker) => {
      const age = 20 + Math.floor(Math.random() * 25);
      return [read(talker, `${searchMembers.path}?distance=100&min_age=${age}&max_age=${age + 10}`)];
    },
  },
  {
    name: "profile", // ClickPermalink, ClickUserProfile
    times: 0.33,
    requests: (talker) => [read(talker, `/api/member.php?id=${talker.other}`)],
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
export async function prepareTalkers(site: BenchSite, amount: number): Promise<Talker[]> {
  const pairs = await preparePairs(site, amount / 2);
  return pairs.flatMap(({ conversation, from, to, senderCookie, cookie }) => [
    { id: from, other: to, cookie: senderCookie, conversation },
    { id: to, other: from, cookie, conversation },
  ]);
}

/** Adds members step by step until a step's calls exceed the limits. */
async function measureCapacity(talkers: readonly Talker[], { origin }: BenchServer): Promise<Capacity> {
  const agent = new Agent({ keepAlive: true });
  const ended = new AbortController();
  const streams: ClientRequest[] = [];
  let times: number[] = [];
  let failed = 0;
  const act = async (talker: Talker) => {
    for (;;) {
      await wait(pauseMs.least + Math.random() * 2 * (pauseMs.mean - pauseMs.least), undefined, ended);
      for (const request of pickAction()?.requests(talker) ?? []) {
        const send = () =>
          ask(agent, origin, request).catch(() => {
            failed += 1;
          });
        times.push(await timed(send));
      }
    }
  };
  const afterEnd = (error: unknown) => {
    if (!ended.signal.aborted) throw error;
  };
  const members: Promise<void>[] = [];
  let reached: Capacity = { members: 0, mean: 0, p99: 0, perSecond: 0, most: false };
  try {
    for (let amount = first; amount <= most; amount += step.members) {
      for (const talker of talkers.slice(members.length, amount)) {
        streams.push(await openStream(origin, { cookie: talker.cookie, member: talker.id }, () => {}));
        members.push(act(talker).catch(afterEnd));
      }
      await wait(step.settle * 1000);
      [times, failed] = [[], 0];
      await wait(step.measure * 1000);
      const { p99, perSecond, done } = summarise([...times], step.measure);
      const average = mean(times);
      say(
        `${amount} members: ${average.toFixed(1)} ms on average, p99 ${p99.toFixed(0)} ms, ${failed} of ${done} failed`,
      );
      if (average > limits.mean || p99 > limits.p99 || failed / done > limits.failed) break;
      reached = { members: amount, mean: average, p99, perSecond, most: amount + step.members > most };
    }
    return reached;
  } finally {
    ended.abort();
    await Promise.all(members);
    closeStreams(streams);
    agent.destroy();
  }
}

export async function capacity(site: BenchSite): Promise<Part> {
  const talkers = await prepareTalkers(site, most);
  await using server = await startServer("bench/product.ts", site);
  const figures = await measureCapacity(talkers, server);
  const reached = `${figures.members} members${figures.most ? ", more were not tried" : ""}`;
  const calls = `${figures.perSecond.toFixed(0)} calls a second, ${figures.mean.toFixed(1)} ms on average`;
  const text = `${reached}: ${calls}, p99 ${figures.p99.toFixed(0)} ms.`;
  return { figures, goals: [atLeast("capacity: members at once", figures.members, 2_150)], text };
}
