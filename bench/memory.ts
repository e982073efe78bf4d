import { residentMemory } from "./cpu.ts";
import { startWholeProduct } from "./database.ts";
import { type HttpRequest, loadHttp, mean } from "./load.ts";
import { demoMembers, pageRequest } from "./members.ts";
import { atMost, type Part } from "./report.ts";

const members = 128;
const sampleEvery = 100;

/**
 * Requests pages over 16 connections: home, a search, a profile and a chat in turn, alternating Zstandard and gzip. The
 * growth compares the mean memory of the last tenth of the pages with that of the tenth that ended two fifths earlier
 * (of 50,000 pages: 20,000). Memory is in MB.
 */
export async function memory({ pages }: { pages: number }): Promise<Part> {
  await using running = new AsyncDisposableStack();
  const { db, origin, pid } = await startWholeProduct(running);
  const people = await demoMembers(db, members);
  const start = residentMemory(pid);
  const samples: number[] = [];
  let turn = 0;
  const next = (): HttpRequest => {
    if (turn > 0 && turn % sampleEvery === 0) samples.push(residentMemory(pid));
    if (turn > 0 && turn % 5_000 === 0) console.log(`${turn} pages: ${Math.round(samples.at(-1) ?? 0)} MB`);
    const member = people[Math.floor(turn / 4) % people.length];
    const other = people[(turn * 7 + 1) % people.length];
    const path = ["/", "/members", `/members/${other?.id}`, `/chats/${member?.chat}`][turn % 4] ?? "/";
    const encoding = turn % 8 < 4 ? "gzip, deflate, br, zstd" : "gzip";
    const cookies: Record<string, string> = path === "/" ? {} : { cookie: member?.cookie ?? "" };
    const request = pageRequest(turn, path, { "accept-encoding": encoding, "user-agent": "bench", ...cookies });
    turn += 1;
    return request;
  };
  const { perSecond } = await loadHttp(origin, pages, next);
  const end = residentMemory(pid);
  samples.push(end);
  const tenth = Math.round(samples.length / 10);
  const growth = mean(samples.slice(-tenth)) / mean(samples.slice(-5 * tenth, -4 * tenth)) - 1;
  const most = Math.max(start, ...samples);
  const goals = [
    atMost("memory: most MB", most, 400),
    atMost("memory: growth over the last two fifths of the pages", growth, 0.05),
  ];
  const [before, at, after] = [start, most, end].map(Math.round);
  const text = `${pages} pages, ${Math.round(perSecond)} a second: ${before} MB at the start, ${at} at most, ${after} at the end.`;
  return { figures: { start, most, end, growth, pages, perSecond }, goals, text };
}
