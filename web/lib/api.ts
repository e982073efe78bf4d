import type { AnswerOf, Call, InputOf } from "#contract/call.ts";
import { memberHeader, requestRetries } from "#contract/constants.ts";
import type { ErrorBody, ErrorCode, FieldCode } from "#contract/errors.ts";
import { beginWait, endWait } from "./site-waits.ts";

type Optional<Name extends string, T> = Record<never, never> extends T ? { [K in Name]?: T } : { [K in Name]: T };

/** The input of a call; `key` if the caller keeps one over several tries. `keepalive`: sent even if the page closes. */
export type CallInput<C extends Call> = Optional<"query", InputOf<C>["query"]> &
  Optional<"body", InputOf<C>["body"]> & { key?: string; signal?: AbortSignal; keepalive?: boolean };

export type Inputs<C extends Call> =
  Record<never, never> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];
export type CallFunction = <C extends Call>(call: C, ...input: Inputs<C>) => Promise<AnswerOf<C>>;

type KeyedInputs<C extends Call> = [input: CallInput<C> & { key: string }];
/** The same outside of an intent: a write that can wait for the site has a key, which says that its member began it. */
export type KeyedCall = <C extends Call>(
  call: C,
  ...input: C extends { replay: "none" } ? Inputs<C> : KeyedInputs<C>
) => Promise<AnswerOf<C>>;

export type ApiRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** JSON, a file as it is, or a form with a file. */
  body?: string | Blob | FormData;
  signal?: AbortSignal;
  keepalive?: boolean;
};
export type ApiAnswer = { status: number; header(name: string): string | null; text(): Promise<string> };
export type Transport = (request: ApiRequest) => Promise<ApiAnswer>;

/** A failed call. `no_connection`: the server may have received it, so a retry has to use the same key. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: ErrorCode | "no_connection";
  readonly fields: Readonly<Record<string, string>>;
  readonly fieldCodes: Readonly<Record<string, FieldCode>>;
  readonly loginNeeded: boolean;
  /** The path of a page that says more. */
  readonly link: string | undefined;
  /** The member stopped its wait for the site: it is sent again only if they ask for that. */
  stopped = false;
  constructor(status: number, code: ErrorCode | "no_connection", message: string, body?: Partial<ErrorBody>) {
    super(message);
    this.name = "ApiFailure";
    this.status = status;
    this.code = code;
    this.fields = body?.error?.fields ?? {};
    this.fieldCodes = body?.error?.field_codes ?? {};
    this.loginNeeded = body?.authentication_required === true;
    this.link = body?.error?.link;
  }
}

/** The answer of a call, or `instead` if the call failed: what a page can do without. */
export async function answerOr<Answer, Instead>(answer: Promise<Answer>, instead: Instead): Promise<Answer | Instead> {
  try {
    return await answer;
  } catch (failure) {
    if (failure instanceof ApiFailure) return instead;
    throw failure;
  }
}

/** Makes the key of one intent of the user, without `randomUUID`, which browsers lack on plain http. */
export function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return [...bytes]
    .map((byte, i) => ([4, 6, 8, 10].includes(i) ? "-" : "") + byte.toString(16).padStart(2, "0"))
    .join("");
}

function toRequest(
  call: Call,
  input: { query?: unknown; body?: unknown; key?: string | undefined; signal?: AbortSignal; keepalive?: boolean },
): ApiRequest {
  const search = new URLSearchParams(call.when);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item));
    }
  }
  const headers: Record<string, string> = { accept: "application/json" };
  if (call.clientHeader) headers["x-request-type"] = "client";
  const request: ApiRequest = { method: call.method, url: call.path + (search.size > 0 ? `?${search}` : ""), headers };
  if (input.signal) request.signal = input.signal;
  if (input.keepalive) request.keepalive = true;
  if (call.method !== "GET") {
    headers["idempotency-key"] = input.key ?? newKey();
    const form = toFormData(input.body ?? {});
    if (form) {
      // the browser sets its content type, with the boundary between the parts
      request.body = form;
      return request;
    }
    const file = input.body instanceof Blob ? input.body : null;
    // the server recognises a file's type by its bytes, so neither name nor type is sent
    headers["content-type"] = file ? "application/octet-stream" : "application/json";
    request.body = file ?? JSON.stringify(input.body ?? {});
  }
  return request;
}

/** The form for fields with a file among them, else null. The file's own name stays on the device. */
function toFormData(fields: object): FormData | null {
  if (!Object.values(fields).some((value) => value instanceof Blob)) return null;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, name);
    else form.append(name, String(value));
  }
  return form;
}

/** A failure by its body; an answer of a proxy may have another body, or none. */
async function readFailure(answer: ApiAnswer): Promise<ApiFailure> {
  const parsed: Partial<ErrorBody> | null = await answer
    .text()
    .then(JSON.parse)
    .catch(() => null);
  const body = parsed ?? {};
  return new ApiFailure(answer.status, body.error?.code ?? "internal_error", body.error?.message ?? "", body);
}

const firstDelayMs = 300;
/** If `Retry-After` is longer than this many milliseconds, the call fails instead of waiting. */
const longestWaitMs = 10_000;

function findRetryDelayMs(answer: ApiAnswer | null, tries: number): number | null {
  if (tries >= requestRetries) return null;
  const exponential = firstDelayMs * 2 ** tries;
  if (answer === null || answer.status >= 500) return exponential;
  if (answer.status !== 429) return null;
  const retryAfterMs = Number(answer.header("retry-after") ?? 0) * 1000;
  return retryAfterMs > longestWaitMs ? null : Math.max(retryAfterMs, exponential);
}

/** A write waits for a site that is away for a moment at most so many milliseconds. */
const longestAwayMs = 120_000;

/**
 * The milliseconds after which the server asks to repeat a call, as while a site moves, and up to a third more, so that
 * not all come back in the same second. Null: it names no time.
 */
function findAwayMs(answer: ApiAnswer | null): number | null {
  if (answer?.status !== 503) return null;
  const seconds = Number(answer.header("retry-after"));
  return seconds >= 1 ? seconds * 1000 * (1 + Math.random() / 3) : null;
}

/** `signal` ends the pause with its reason, `end` without one. */
function pause(ms: number, signal: AbortSignal | undefined, end?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    end?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** How often and when one call is repeated. `isBegun`: by the member, and not by the page itself. */
function createRetries(call: Call, signal: AbortSignal | undefined, isBegun: boolean) {
  let tries = 0;
  let wait: AbortController | undefined;
  let until: number | undefined;

  /** The member sees it if they began it, and can stop it. False: it takes too long, or is stopped. */
  async function waitForSite(ms: number): Promise<boolean> {
    until ??= Date.now() + longestAwayMs;
    if (wait?.signal.aborted || Date.now() + ms > until) return false;
    wait ??= isBegun ? beginWait() : new AbortController();
    await pause(ms, signal, wait.signal);
    // a device that slept meanwhile does not send what its member may no longer think of
    return !wait.signal.aborted && Date.now() <= until;
  }

  return {
    /** Pauses after a failure, if the call is to be sent once more; else false. `answer` is null if there is none. */
    async pauseAfter(answer: ApiAnswer | null): Promise<boolean> {
      // only a write with a key, which a repeat does not do twice
      const awayMs = call.key === "ignored" ? null : findAwayMs(answer);
      if (awayMs !== null) return await waitForSite(awayMs);
      const delay = findRetryDelayMs(answer, tries);
      tries += 1;
      if (delay !== null) await pause(delay, signal);
      return delay !== null;
    },
    isStopped: () => wait?.signal.aborted === true,
    end(): void {
      if (wait) endWait(wait);
    },
  };
}

export type CallOptions = {
  retry: boolean;
  onLoginNeeded?: (call: Call) => void;
  /** The member that the page shows: the server refuses a call of another one's page. Undefined: none. */
  member?: () => string | undefined;
  onOtherMember?: (message: string) => void;
  /** The key of a call whose input has none; without it each call has a new one, and counts as the page's own. */
  keyFor?: ((call: Call, body: unknown) => string) | undefined;
};

/** A connection that breaks before the answer's end, or a body that is not JSON, is a lost connection. */
async function exchange(transport: Transport, request: ApiRequest) {
  const answer = await transport(request);
  return { answer, body: answer.status < 400 ? JSON.parse(await answer.text()) : null };
}

/** Creates the typed client over a transport. Its calls throw `ApiFailure`, or the signal's reason. */
export function createCall(transport: Transport, options: CallOptions): CallFunction {
  return async (call, ...[input]) => {
    const key = input?.key ?? options.keyFor?.(call, input?.body);
    const request = toRequest(call, { ...input, key });
    const member = options.member?.();
    if (member !== undefined) request.headers[memberHeader] = member;
    const retries = options.retry ? createRetries(call, request.signal, key !== undefined) : null;
    try {
      for (;;) {
        let cause: unknown;
        const received = await exchange(transport, request).catch((error: unknown) => {
          if (request.signal?.aborted) throw error;
          cause = error;
          return null;
        });
        if (received !== null && received.answer.status < 400) return received.body;
        const answer = received?.answer ?? null;
        if (await retries?.pauseAfter(answer)) continue;
        if (answer === null) throw Object.assign(new ApiFailure(0, "no_connection", ""), { cause });
        const failure = await readFailure(answer);
        failure.stopped = retries?.isStopped() === true;
        if (failure.loginNeeded) options.onLoginNeeded?.(call);
        if (failure.code === "other_member") options.onOtherMember?.(failure.message);
        throw failure;
      }
    } finally {
      retries?.end();
    }
  };
}
