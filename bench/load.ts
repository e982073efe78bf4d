import { type Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import pg from "pg";
import type { Method } from "#contract/call.ts";
import { connectionOptions } from "./statements.ts";

/** Concurrent clients, for SQL and HTTP alike. */
export const connections = 16;

/** The result of one run of one side; times in milliseconds. */
export type Sample = { perSecond: number; p50: number; p99: number; done: number };

export type HttpRequest = {
  method: Method;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Rate and percentiles of single calls' times; sorts the array. */
export function summarise(times: number[], seconds: number): Sample {
  const at = percentiles(times);
  return { perSecond: times.length / seconds, p50: at(0.5), p99: at(0.99), done: times.length };
}

/** Sends a request and reads its answer to the end. Throws if it is not answered by 200. */
export async function ask(agent: Agent, origin: string, { method, path, headers, body }: HttpRequest): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const outgoing = request(`${origin}${path}`, { agent, method, headers }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${path} was answered by ${answer.statusCode}`));
    answer.on("error", reject).on("end", resolve).resume();
  });
  outgoing.on("error", reject).end(body);
  await promise;
}

/**
 * Sends at random times (a Poisson process), `rate` times a second on average, however long the answers take. `send`
 * gets the planned moment: a time that counts from it shows a stalled server in all requests that arrive meanwhile.
 * Throws if `send` does.
 */
export async function sendAtRandom(rate: number, seconds: number, send: (moment: number) => Promise<void>) {
  const answers: Promise<void>[] = [];
  const failures: unknown[] = [];
  const began = performance.now();
  for (let moment = began; moment < began + seconds * 1000 && failures.length === 0; ) {
    const early = moment - performance.now();
    if (early > 0) await wait(early);
    answers.push(send(moment).catch((error: unknown) => void failures.push(error)));
    moment += (-Math.log(1 - Math.random()) / rate) * 1000;
  }
  await Promise.all(answers);
  if (failures.length > 0) throw failures[0];
}

/** Percentiles of times, which it sorts. */
export function percentiles(times: number[]): (part: number) => number {
  times.sort((a, b) => a - b);
  return (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

/**
 * Sends `amount` requests over 16 connections, each as soon as the last one was answered. Throws if a request is not
 * answered, or not with 2xx.
 */
export async function loadHttp(
  origin: string,
  amount: number,
  next: (connection: number) => HttpRequest,
): Promise<Sample> {
  const times: number[] = [];
  let connection = 0;
  const options: autocannon.Options = {
    url: origin,
    connections,
    amount: Math.max(connections, amount),
    // seconds: a busy machine slows the load down; it is aborted only if no answer comes at all
    timeout: 60,
    setupClient: (client) => {
      const own = connection++ % connections;
      client.setRequests([{ setupRequest: (request) => ({ ...request, ...next(own) }) }]);
    },
  };
  const began = performance.now();
  // autocannon itself resolves up to a second after the last answer
  let ended = began;
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const run = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  run.on("response", (_client, _status, _bytes, milliseconds) => {
    times.push(milliseconds);
    ended = performance.now();
  });
  const result = await promise;
  if (result.errors + result.timeouts + result.non2xx > 0) {
    throw new Error(`${origin}: ${result.errors} errors, ${result.timeouts} time-outs, ${result.non2xx} refused`);
  }
  return summarise(times, (ended - began) / 1000);
}

/** Runs `once` repeatedly by 16 clients for some seconds. */
export async function loadSql(
  databaseUrl: string,
  seconds: number,
  once: (client: pg.Client, connection: number) => Promise<void>,
): Promise<Sample> {
  const clients = Array.from(
    { length: connections },
    () => new pg.Client({ connectionString: databaseUrl, options: connectionOptions }),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const run = async (client: pg.Client, connection: number) => {
    for (let now = performance.now(); now < until; ) {
      await once(client, connection);
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
  };
  try {
    await Promise.all(clients.map(run));
    return summarise(times, (performance.now() - began) / 1000);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}
