import { z } from "zod";
import type { StaffRole } from "./constants.ts";
import type { ErrorCode } from "./errors.ts";

/** Who may make a call: a visitor too, only a member who is logged in, or only staff, who are no members (D11.4). */
export type Who = "anyone" | "member" | "staff";

/** How often a call may be made; the numbers stand in `server/http/rate-limits.ts`. */
export type RateClass = "read" | "write" | "login" | "signup" | "check" | "mail" | "report" | "upload" | "webhook";

/**
 * How a mutating call is made safe to repeat (R7.03):
 * `platform` – one transaction together with its `Idempotency-Key`, the stored first answer is given again;
 * `own` – the call's own statement carries the key (the hot path, see `send-message.ts`);
 * `none` – it changes nothing that a repetition would change again.
 */
export type Replay = "platform" | "own" | "none";

/**
 * Whether a mutating call needs an `Idempotency-Key`:
 * `required` – it charges, sends, orders, creates, or spends what works once: done twice it would do more, or fail;
 * `honoured` – doing it again changes nothing more, so a caller may leave the key out; with one the stored first answer
 * is given again;
 * `ignored` – it reads, or does without (`replay: "none"`).
 */
export type KeyUse = "required" | "honoured" | "ignored";

/** What a call takes whose body is a file as it is, instead of JSON. */
export type Upload = {
  /** For the OpenAPI page: what a file really is shows in its bytes. */
  mediaTypes: readonly string[];
  maxBytes: number;
  /** The code for a file that has more. */
  tooLarge: ErrorCode;
};

/** A file that the server has received: kept aside until it is read, so that many at once do not fill the memory. */
export type ReceivedFile = {
  /** Bytes. */
  size: number;
  sha256: Buffer;
  read(): Promise<Uint8Array>;
};

/** The body of a call with `upload`: a caller passes the file, the handler gets it received. */
export const uploadedFile = z.custom<ReceivedFile>() as unknown as z.ZodType<ReceivedFile, Blob | Uint8Array>;

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
  /** Which of several calls at one method and path this is: the query value that picks it, as in `?push=1` (section 7). */
  when?: Readonly<Record<string, string>>;
  /** One sentence for the OpenAPI page. */
  summary: string;
  who: W;
  /** Of staff, who may: nobody but admins where it is not said. */
  roles: readonly StaffRole[];
  query: Query;
  body: Body;
  answer: Answer;
  /** The codes, beyond `commonErrors`, that this call can fail with. */
  errors: readonly ErrorCode[];
  rate: RateClass;
  replay: Replay;
  key: KeyUse;
  /** `same-origin`: this site's own pages only, the rule for all that changes something (quality: who may see what). */
  callers: "same-origin" | "any";
  /** Requests must carry `X-Request-Type: client` (section 7, R7.02). */
  clientHeader: boolean;
  /** The body is a file; null where it is JSON. */
  upload: Upload | null;
};

type Parts<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType, W extends Who> = Pick<
  Call<Q, B, A, W>,
  "method" | "path" | "summary" | "who" | "answer"
> &
  Partial<
    Pick<
      Call<Q, B, A, W>,
      "when" | "roles" | "query" | "body" | "errors" | "rate" | "replay" | "key" | "callers" | "clientHeader" | "upload"
    >
  >;

const nothing = z.object({});

/** What the gate of the back office can answer, on each of its calls. */
const staffErrors: readonly ErrorCode[] = ["staff_login_required", "staff_role_missing"];

/** Makes a contract entry; what is left out gets the safe default. */
export function defineCall<
  A extends z.ZodType,
  W extends Who,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
>(parts: Parts<Q, B, A, W>): Call<Q, B, A, W> {
  const reads = parts.method === "GET";
  const replay = parts.replay ?? (reads ? "none" : "platform");
  return {
    roles: parts.who === "staff" ? ["admin"] : [],
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    rate: reads ? "read" : "write",
    replay,
    key: replay === "none" ? "ignored" : "required",
    callers: reads ? "any" : "same-origin",
    clientHeader: false,
    upload: null,
    ...parts,
    errors: [...(parts.errors ?? []), ...(parts.who === "staff" ? staffErrors : [])],
  };
}

/** The address of a call, with the query value that picks it where it has one. */
export function addressOf({ path, when }: Pick<Call, "path" | "when">): string {
  return when ? `${path}?${new URLSearchParams(when)}` : path;
}

/** What a caller passes. */
export type InputOf<C extends Call> = { query: z.input<C["query"]>; body: z.input<C["body"]> };
/** What a caller gets. */
export type AnswerOf<C extends Call> = z.output<C["answer"]>;
