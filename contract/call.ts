import { z } from "zod";
import type { ErrorCode } from "./errors.ts";

/** Who may make a call: a visitor too, or only someone who is logged in. */
export type Who = "anyone" | "member";

/** How often a call may be made; the numbers stand in `server/http/rate-limits.ts`. */
export type RateClass = "read" | "write" | "login" | "signup" | "mail" | "webhook";

/**
 * How a mutating call is made safe to repeat (R7.03):
 * `platform` – one transaction together with its `Idempotency-Key`, the stored first answer is given again;
 * `own` – the call's own statement carries the key (the hot path, see `send-message.ts`);
 * `none` – it changes nothing that a repetition would change again.
 */
export type Replay = "platform" | "own" | "none";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** One call of the API: what browser and server agree on. Paths are the specification's, `.php` included (D1.2). */
export type Call<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  W extends Who = Who,
> = {
  method: Method;
  path: `/api/${string}`;
  /** One sentence for the OpenAPI page. */
  summary: string;
  who: W;
  query: Query;
  body: Body;
  answer: Answer;
  /** The codes, beyond `commonErrors`, that this call can fail with. */
  errors: readonly ErrorCode[];
  rate: RateClass;
  replay: Replay;
  /** `same-origin`: this site's own pages only, the rule for all that changes something (quality: who may see what). */
  callers: "same-origin" | "any";
  /** Requests must carry `X-Request-Type: client` (section 7, R7.02). */
  clientHeader: boolean;
};

type Parts<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType, W extends Who> = Pick<
  Call<Q, B, A, W>,
  "method" | "path" | "summary" | "who" | "answer"
> &
  Partial<Pick<Call<Q, B, A, W>, "query" | "body" | "errors" | "rate" | "replay" | "callers" | "clientHeader">>;

const nothing = z.object({});

/** Makes a contract entry; what is left out gets the safe default. */
export function defineCall<
  A extends z.ZodType,
  W extends Who,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
>(parts: Parts<Q, B, A, W>): Call<Q, B, A, W> {
  const reads = parts.method === "GET";
  return {
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    errors: [],
    rate: reads ? "read" : "write",
    replay: reads ? "none" : "platform",
    callers: reads ? "any" : "same-origin",
    clientHeader: false,
    ...parts,
  };
}

/** What a caller passes. */
export type InputOf<C extends Call> = { query: z.input<C["query"]>; body: z.input<C["body"]> };
/** What a caller gets. */
export type AnswerOf<C extends Call> = z.output<C["answer"]>;
