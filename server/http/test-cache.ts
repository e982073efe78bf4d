import type { FastifyInstance } from "fastify";

type Headers = Record<string, string>;
type Answer = { status: number; headers: Headers; body: string };
type Kept = { answer: Answer; request: Headers; until: number };

const secondsOf = (control: string, name: string) =>
  Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(control)?.[1] ?? Number.NaN);

/** It is as strict as RFC 9111: keeps only what says so, nothing with a cookie, and compares the fields of `Vary`. */
export function createTestCache(app: FastifyInstance, now: () => number) {
  const kept = new Map<string, Kept[]>();
  let asked = 0;

  const fresh = (url: string, headers: Headers) =>
    kept.get(url)?.find(({ answer, request, until }) => {
      const names = (answer.headers.vary ?? "").split(",").map((name) => name.trim().toLowerCase());
      return now() < until && names.every((name) => name !== "*" && headers[name] === request[name]);
    })?.answer;

  const keep = (url: string, request: Headers, answer: Answer) => {
    const control = answer.headers["cache-control"] ?? "";
    const seconds = secondsOf(control, "s-maxage") || secondsOf(control, "max-age");
    if (/no-store|private|no-cache/.test(control) || answer.headers["set-cookie"] !== undefined || !(seconds > 0))
      return;
    kept.set(url, [{ answer, request, until: now() + seconds * 1000 }, ...(kept.get(url) ?? [])]);
  };

  return {
    /** How many requests the app has answered itself. */
    asked: () => asked,
    async get(url: string, headers: Headers = {}): Promise<Answer> {
      const key = `${headers.host ?? ""} ${url}`;
      const cached = fresh(key, headers);
      if (cached) return cached;
      asked += 1;
      const { statusCode: status, headers: given, body } = await app.inject({ url, headers });
      const answer = {
        status,
        body,
        headers: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)])),
      };
      keep(key, headers, answer);
      return answer;
    },
  };
}
