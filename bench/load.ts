import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import type { Method } from "#contract/call.ts";

/** Concurrent clients, for SQL and HTTP alike. */
export const connections = 16;

/** Searches a second of the open load, on average. */
export const openRate = 100;

/** The result of some calls; times in milliseconds. */
export type Sample = { perSecond: number; p50: number; p95: number; p99: number; done: number };

type Headers = Record<string, string>;
export type HttpRequest = { method: Method; path: string; headers: Headers; body?: string | Buffer };

export const get = (path: string, headers: Headers = {}): HttpRequest => ({ method: "GET", path, headers });

export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Rate and percentiles of single calls' times; sorts the array. */
export function summarise(times: number[], seconds: number): Sample {
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), done: times.length };
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * Runs each of the tasks again and again for some seconds, all of them at once. A task resolves with the milliseconds
 * to count.
 */
export async function repeat(seconds: number, tasks: readonly (() => Promise<number>)[]): Promise<Sample> {
  const times: number[] = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  const runTask = async (task: () => Promise<number>) => {
    while (performance.now() < until) times.push(await task());
  };
  await Promise.all(tasks.map(runTask));
  return summarise(times, (performance.now() - began) / 1000);
}

/** Sends a request and returns its answer as soon as it begins. Throws if it is not a 200. */
export async function startRequest(origin: string, { path, body, ...options }: HttpRequest): Promise<IncomingMessage> {
  const outgoing = request(origin + path, options);
  // which Node does not send by itself with DELETE
  if (body !== undefined) outgoing.setHeader("content-length", Buffer.byteLength(body));
  // later errors are also the answer's
  const [answer]: IncomingMessage[] = await once(outgoing.on("error", () => {}).end(body), "response");
  if (answer?.statusCode === 200) return answer;
  answer?.resume();
  throw new Error(`${path} was answered by ${answer?.statusCode}`);
}

/** Sends a request and returns its answer's text. Throws if it is not answered by 200. */
export const ask = async (origin: string, request: HttpRequest): Promise<string> =>
  text(await startRequest(origin, request));

/** A random time with this mean, as between independent arrivals. */
export const exponential = (random: () => number, mean: number) => -Math.log(1 - random()) * mean;

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
    moment += exponential(Math.random, 1000 / rate);
  }
  await Promise.all(answers);
  if (failures.length > 0) throw failures[0];
}

/**
 * Sends `amount` requests over 16 connections, each as soon as the last one was answered. Throws if a request is not
 * answered, or not with 2xx.
 */
export async function loadHttp(origin: string, amount: number, next: (connection: number) => HttpRequest) {
  const times: number[] = [];
  let connection = 0;
  const began = performance.now();
  // autocannon itself resolves up to a second after the last answer
  let ended = began;
  const { errors, timeouts, non2xx } = await autocannon({
    url: origin,
    connections,
    amount: Math.max(connections, amount),
    // seconds: a busy machine slows the load down; it is aborted only if no answer comes at all
    timeout: 60,
    setupClient: (client) => {
      const own = connection++ % connections;
      client.setRequests([{ setupRequest: (request) => ({ ...request, ...next(own) }) }]);
      client.on("response", (_status, _bytes, milliseconds) => {
        times.push(milliseconds);
        ended = performance.now();
      });
    },
  });
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${origin}: ${errors} errors, ${timeouts} time-outs, ${non2xx} refused`);
  }
  return summarise(times, (ended - began) / 1000);
}
