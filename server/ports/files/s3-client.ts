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
  body?: Uint8Array<ArrayBuffer>;
};
export type S3Answer = { status: number; headers: Headers; body: Buffer; code: string };
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

  async function attempt({ method, path, query, headers, body }: S3Request): Promise<S3Answer> {
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
        ...(headers && { headers }),
        ...(body && { body }),
      });
      const response = await fetch(signed);
      clearTimeout(timer);
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
