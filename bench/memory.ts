import { residentMemory } from "./cpu.ts";
import { type HttpRequest, loadHttp } from "./load.ts";
import { demoMembers, startWholeProduct } from "./whole.ts";

/**
 * The product's memory in MB: at the start, the maximum, at the end; and its growth over the last 20,000 pages (1 is
 * 100 %).
 */
export type Memory = { start: number; most: number; end: number; growth: number; pages: number; perSecond: number };

const members = 128;
const sampleEvery = 100;

/** The mean of the samples taken from one page to another. */
function meanBetween(samples: readonly { page: number; memory: number }[], from: number, to: number): number {
  const within = samples.filter(({ page }) => page > from && page <= to);
  return within.reduce((sum, { memory }) => sum + memory, 0) / within.length;
}

/**
 * Requests pages over 16 connections: home, a search, a profile and a chat in turn, alternating Brotli and gzip. The
 * growth compares the mean memory of the last tenth of the pages with that of the tenth that ended two fifths earlier
 * (of 50,000 pages: 20,000).
 */
export async function measureMemory(pages: number, say: (line: string) => void): Promise<Memory> {
  const product = await startWholeProduct();
  try {
    const { pid } = product;
    const people = await demoMembers(product.db, members);
    const profile = (turn: number) => people[(turn * 7 + 1) % people.length]?.id ?? "";
    const start = residentMemory(pid);
    const samples = [{ page: 0, memory: start }];
    let turn = 0;
    const next = (): HttpRequest => {
      if (turn % sampleEvery === 0) samples.push({ page: turn, memory: residentMemory(pid) });
      if (turn > 0 && turn % 5_000 === 0) say(`${turn} pages: ${Math.round(samples.at(-1)?.memory ?? 0)} MB`);
      const member = people[Math.floor(turn / 4) % people.length];
      const kind = turn % 4;
      const path = ["/", "/members", `/members/${profile(turn)}`, `/chats/${member?.chat}`][kind] ?? "/";
      const headers: Record<string, string> = {
        "accept-encoding": turn % 8 < 4 ? "gzip, deflate, br" : "gzip",
        "x-forwarded-for": `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
        "user-agent": "bench",
      };
      if (kind > 0) headers.cookie = member?.cookie ?? "";
      turn += 1;
      return { method: "GET", path, headers };
    };
    const { perSecond } = await loadHttp(product.origin, pages, next);
    const end = residentMemory(pid);
    samples.push({ page: pages, memory: end });
    const tenth = pages / 10;
    const growth = meanBetween(samples, 9 * tenth, pages) / meanBetween(samples, 5 * tenth, 6 * tenth) - 1;
    const most = Math.max(...samples.map(({ memory }) => memory));
    return { start, most, end, growth, pages, perSecond };
  } finally {
    await product.stop();
  }
}
