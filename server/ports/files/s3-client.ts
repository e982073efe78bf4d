import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { S3Store } from "#server/config/service-urls.ts";
import { FilesUnavailable } from "./port.ts";

export type S3Request = {
  method: "GET" | "PUT" | "DELETE";
  /** Below the bucket; empty for the bucket itself. */
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | SpooledBody;
  /** A good answer's body comes as a stream. */
  streamed?: boolean;
};
/** Read once for each try. */
type SpooledBody = { byteLength: number; read(): ReadableStream<Uint8Array> };
/** `end` closes the connection of a stream that is not read to its end, or not at all. */
type AnswerStream = { chunks: AsyncIterable<Uint8Array>; end(): void };
/** `body` is empty if there is a `stream`. */
export type S3Answer = {
  status: number;
  headers: Headers;
  body: Buffer;
  stream?: AnswerStream;
  code: string;
};
export type S3Client = (request: S3Request) => Promise<S3Answer>;

/** How long a store may take to begin an answer. It gets the same again for the rest, and a second per megabyte. */
const usualPatienceMs = 4_000;
const bytesPerMs = 1_000;
const pausesMs = [100, 300];

const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

/**
 * Signature Version 4, path-style. Every request may be repeated: a passing failure is retried twice, a silent store
 * once. Throws `FilesUnavailable`, at the latest after twice the patience.
 */
export function createS3Client(store: S3Store, patienceMs = usualPatienceMs): S3Client {
  const { accessKeyId, secretAccessKey, region } = store;
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 });

  async function attempt(request: S3Request): Promise<S3Answer> {
    const { method, path, query, headers = {}, body } = request;
    const url = new URL(`${store.endpoint}/${store.bucket}${path === "" ? "" : "/"}${path}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const controller = new AbortController();
    const within = (bytes: number) =>
      setTimeout(() => controller.abort(new Error("no answer in time")), patienceMs + bytes / bytesPerMs);
    let timer = within(body?.byteLength ?? 0);
    try {
      const { signal } = controller;
      const signed = await aws.sign(url.href, {
        method,
        redirect: "error",
        signal,
        // a stream has no length of its own, and a store takes no body without one
        headers: body && "read" in body ? { ...headers, "content-length": String(body.byteLength) } : headers,
        ...(body && { body: "read" in body ? body.read() : body }),
      });
      const response = await fetch(signed);
      clearTimeout(timer);
      if (request.streamed && response.ok && response.body) {
        const stream = { chunks: chunksOf(response.body, controller, patienceMs), end: () => controller.abort() };
        return { status: response.status, headers: response.headers, body: Buffer.of(), stream, code: "" };
      }
      timer = within(Number(response.headers.get("content-length") ?? 0));
      const answer = Buffer.from(await response.arrayBuffer());
      const code = response.ok ? "" : (/<Code>(\w{1,60})<\/Code>/.exec(String(answer))?.[1] ?? "");
      return { status: response.status, headers: response.headers, body: answer, code };
    } finally {
      clearTimeout(timer);
    }
  }

  return async (request) => {
    const startedAt = performance.now();
    for (const pauseMs of [...pausesMs, undefined]) {
      const outcome = await attempt(request).catch((error: unknown) => reasonOf(error));
      if (typeof outcome !== "string" && !isPassing(outcome.status)) return outcome;
      if (pauseMs === undefined || performance.now() - startedAt >= patienceMs * 2) throw unavailable(request, outcome);
      await pause(pauseMs);
    }
    throw unavailable(request, "");
  };
}

/** The store gets the patience anew for each chunk; the time that the reader takes for it does not count. */
async function* chunksOf(
  body: ReadableStream<Uint8Array>,
  controller: AbortController,
  patienceMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const next = async () => {
    const timer = setTimeout(() => controller.abort(new Error("no answer in time")), patienceMs);
    try {
      return await reader.read();
    } catch (error) {
      throw new FilesUnavailable(`the file store broke off: ${reasonOf(error)}`);
    } finally {
      clearTimeout(timer);
    }
  };
  for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
}

/** Why there is no answer: the connection's code rather than fetch's own words, which are always the same. */
function reasonOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) };
  if (cause instanceof Error) return "code" in cause ? String(cause.code) : cause.message;
  return message;
}

/** The error for a missing or unusable answer. It names neither the secret nor the key, which has a member's id. */
export function unavailable({ method }: S3Request, outcome: S3Answer | string): FilesUnavailable {
  if (typeof outcome === "string") return new FilesUnavailable(`the file store did not answer ${method}: ${outcome}`);
  const code = outcome.code === "" ? "" : ` ${outcome.code}`;
  return new FilesUnavailable(`the file store answered ${method} with ${outcome.status}${code}`);
}
