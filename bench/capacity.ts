// How many members can use the site at once, by the public method of Mattermost's load-test-ng: each simulated user
// acts again and again, with a pause of 20 seconds on average, by the frequencies of its `simulcontroller`, and has a
// stream of events open. Users are added until the calls are slower than its `coordinator` accepts.
import { setTimeout as wait } from "node:timers/promises";
import { readChat, sendMessage } from "#contract/chat.ts";
import { searchMembers } from "#contract/members.ts";
import { dice } from "#demo/random.ts";
import type { BenchSite } from "./database.ts";
import { openStream } from "./live.ts";
import { ask, get, type HttpRequest, mean, summarise, timed } from "./load.ts";
import { prepareTalkers, type Talker, writeRequest } from "./members.ts";
import { type BenchServer, startServer } from "./programs.ts";
import { atLeast, type Part } from "./report.ts";

/** What `coordinator` accepts: milliseconds, and the share of failed calls. */
const limits = { mean: 100, p99: 2_000, failed: 0.00025 };
const pauseMs = { least: 1_000, mean: 20_000 };
/** Members added in a step; seconds until all of them act, and during which the calls are measured. */
const step = { members: 250, settle: 20, measure: 20 };
/** Members in the first step, and in the last one that is tried. */
const [first, most] = [1_000, 8_000];

const { between, next, weighted } = dice("capacity");

/** What a member does next, by the frequencies of the user's actions there that are named. */
function nextAction({ cookie, other, conversation }: Talker): HttpRequest[] {
  const openChat = get(`/api/chat.php?member=${other}`, { cookie });
  const age = between(20, 44);
  const message = { member: other, text: "How was your week? We went to the sea again." };
  return weighted([
    // SwitchChannel, OpenDirectOrGroupChannel
    [[openChat, writeRequest(readChat, cookie, { conversation: { id: conversation } })], 7.5],
    [[openChat], 2], // ScrollChannel
    [[get("/api/chats.php", { cookie })], 1], // UnreadCheck
    // ViewGlobalThreads, ViewThread, UpdateThreadRead, SearchUsers, SearchPosts: what is not a chat
    [[get(`${searchMembers.path}?distance=100&min_age=${age}&max_age=${age + 10}`, { cookie })], 1.3],
    [[get(`/api/member.php?id=${other}`, { cookie })], 0.33], // ClickPermalink, ClickUserProfile
    [[writeRequest(sendMessage, cookie, message)], 1.04], // CreatePost, EditPost
  ]);
}

/**
 * Adds members step by step until a step's calls exceed the limits. Returns the last step in which they were fast
 * enough; times in milliseconds.
 */
async function measureCapacity(talkers: readonly Talker[], { origin }: BenchServer) {
  await using running = new AsyncDisposableStack();
  const ended = new AbortController();
  let times: number[] = [];
  let failures: unknown[] = [];
  const pause = () => {
    const ms = pauseMs.least + next() * 2 * (pauseMs.mean - pauseMs.least);
    return wait(ms, true, ended).catch(() => false);
  };
  const act = async (talker: Talker) => {
    while (await pause()) {
      for (const request of nextAction(talker)) {
        times.push(await timed(() => ask(origin, request).catch((error) => failures.push(error))));
      }
    }
  };
  const members: Promise<void>[] = [];
  running.defer(async () => {
    ended.abort();
    await Promise.all(members);
  });
  let reached = { members: 0, mean: 0, p99: 0, perSecond: 0, most: false };
  for (let amount = first; amount <= most; amount += step.members) {
    for (const talker of talkers.slice(members.length, amount)) {
      await openStream(running, origin, talker);
      members.push(act(talker));
    }
    await wait(step.settle * 1000);
    [times, failures] = [[], []];
    await wait(step.measure * 1000);
    const { p99, perSecond, done } = summarise([...times], step.measure);
    const [average, failed] = [mean(times), failures.length];
    console.log(
      `${amount} members: ${average.toFixed(1)} ms on average, p99 ${p99.toFixed(0)} ms, ${failed} of ${done} failed`,
    );
    if (average > limits.mean || p99 > limits.p99 || failed / done > limits.failed) break;
    reached = { members: amount, mean: average, p99, perSecond, most: amount + step.members > most };
  }
  return reached;
}

export async function capacity(site: BenchSite): Promise<Part> {
  const talkers = await prepareTalkers(site, most / 2);
  await using server = await startServer("bench/product.ts", site);
  const figures = await measureCapacity(talkers, server);
  const reached = `${figures.members} members${figures.most ? ", more were not tried" : ""}`;
  const calls = `${figures.perSecond.toFixed(0)} calls a second, ${figures.mean.toFixed(1)} ms on average`;
  const text = `${reached}: ${calls}, p99 ${figures.p99.toFixed(0)} ms.`;
  return { figures, goals: [atLeast("capacity: members at once", figures.members, 5_500)], text };
}
