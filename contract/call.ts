import { z } from "zod";
import type { ProgramScope, StaffRole } from "./constants.ts";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may make a call: visitors too; only logged-in members; only staff, who are not members; or only the operator's
 * programs, by an API key. A program has no cookies, so none are read.
 */
export type Who = "anyone" | "member" | "staff" | "program";

/** How often a call may be made; `server/http/rate-limits.ts` has the numbers. */
export type RateClass =
  | "read"
  | "search"
  | "write"
  | "login"
  | "signup"
  | "check"
  | "mail"
  | "statutory"
  | "report"
  | "upload"
  | "talk"
  | "webhook";

/**
 * How a mutating call is made idempotent:
 * `platform` – one transaction together with its `Idempotency-Key`; a repeat gets the stored first answer;
 * `own` – the handler stores the key in a statement of its own (the hot path, see `send-message.ts`);
 * `none` – a repeat changes nothing more.
 */
export type Replay = "platform" | "own" | "none";

/**
 * Whether a mutating call needs an `Idempotency-Key`:
 * `required` – it charges, sends, orders, creates, or redeems a one-time token: a repeat would do more, or fail;
 * `honoured` – a repeat changes nothing more, so the caller may omit the key; with a key a repeat gets the stored
 * first answer;
 * `ignored` – it only reads, or has `replay: "none"`.
 */
export type KeyUse = "required" | "honoured" | "ignored";

/** The limits of a call whose body is a raw file instead of JSON, or a form with a file. */
export type Upload = {
  /** The body is `multipart/form-data`: the call's fields as text, and the file as `file`. */
  form?: true;
  /** For the OpenAPI page only: the server detects a file's type from its bytes. */
  mediaTypes: readonly string[];
  maxBytes: number;
  tooLarge: "photo_too_large" | "recording_too_large";
};

/** A file that the server has received: kept on disk until it is read, so that many uploads do not fill the memory. */
export type ReceivedFile = {
  size: number;
  sha256: Buffer;
  read(): Promise<Uint8Array<ArrayBuffer>>;
};

export const uploadedFile = z.custom<ReceivedFile>() as unknown as z.ZodType<ReceivedFile, Blob | Uint8Array>;

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What an id in the input of a call of staff names, if the thing belongs to a site. */
export type SiteThing = "member" | "payment" | "report" | "complaint";

/**
 * How a call of staff keeps to the sites of the caller, who may be limited to some:
 * `all` – only staff of all sites may make it;
 * `own` – its handler shows and changes what `staff.sites` allows, or nothing of a site;
 * fields – each names a thing: the server answers one of another site as if it did not exist.
 */
export type SiteUse = "all" | "own" | Readonly<Record<string, SiteThing>>;

/** One call of the API: the contract between browser and server. Paths are the specification's, with `.php` (D1.2). */
export type Call<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  W extends Who = Who,
  R extends Replay = Replay,
> = {
  method: Method;
  path: `/api/${string}`;
  /** If several calls share a method and a path: the query value that picks this one, as in `?push=1` (section 7). */
  when?: Readonly<Record<string, string>>;
  summary: string;
  who: W;
  /** The staff roles that may make the call; default: only admins. */
  roles: readonly StaffRole[];
  sites: SiteUse;
  /** What an API key must allow to make the call; null: no program makes it. */
  scope: ProgramScope | null;
  query: Query;
  body: Body;
  answer: Answer;
  errors: readonly ErrorCode[];
  rate: RateClass;
  replay: R;
  key: KeyUse;
  /** `same-origin`: only this site's own pages, the default for each mutating call (quality: who may see what). */
  callers: "same-origin" | "any";
  /** Requests must carry `X-Request-Type: client` (section 7, R7.02). */
  clientHeader: boolean;
  upload: Upload | null;
  /** The body may also be an HTML form (`application/x-www-form-urlencoded`): external callers may send no JSON. */
  form: boolean;
  /**
   * A button of a page may make it by a form without scripts: `callAction` makes no other call. Only for
   * members' calls that a repeat does not change.
   */
  button: boolean;
  /** It hashes or checks a password within its transaction, which is then open for long: few run at a time. */
  hashes: boolean;
  /** It changes nothing and is dear: it may be answered from a replica of the database, see `server/db/replica.ts`. */
  replica: boolean;
  /**
   * A site that is closed still answers it: members need it to log in, to take their data and money along, to
   * complain and to leave, or a page for that shows it. Calls of staff, of programs and webhooks are always answered.
   */
  whileClosed: boolean;
};

type Required = "path" | "summary" | "who";
type Parts<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType, W extends Who> = Pick<
  Call<Q, B, A, W>,
  Required
> &
  Partial<Omit<Call<Q, B, A, W>, Required | "method" | "replay" | "scope">> &
  // a program's call without a scope would be open to every key
  (W extends "program" ? { scope: ProgramScope } : { scope?: never });

const nothing = z.object({});
const done = z.object({ ok: z.boolean() });

/** What `checkRights` fails with. */
const rightsErrors: Readonly<Record<Who, readonly ErrorCode[]>> = {
  anyone: [],
  member: [],
  staff: ["staff_login_required", "staff_role_missing"],
  program: ["api_key_required", "api_key_scope_missing"],
};

/** Makes a contract entry; omitted parts get a safe default, and an omitted answer says that it is done. */
export function defineCall<
  W extends Who,
  A extends z.ZodType = typeof done,
  Q extends z.ZodType = typeof nothing,
  B extends z.ZodType = typeof nothing,
  M extends Method = Method,
  R extends Replay = M extends "GET" ? "none" : "platform",
>(parts: Parts<Q, B, A, W> & { method: M; replay?: R }): Call<Q, B, A, W, R> {
  const reads = parts.method === "GET";
  const replay = parts.replay ?? ((reads ? "none" : "platform") as R);
  return {
    roles: parts.who === "staff" ? ["admin"] : [],
    sites: "all",
    scope: null,
    query: nothing as unknown as Q,
    body: nothing as unknown as B,
    answer: done as unknown as A,
    rate: reads ? "read" : "write",
    replay,
    key: replay === "none" ? "ignored" : "required",
    // a key is no cookie: a browser sends it for no other site's page
    callers: reads || parts.who === "program" ? "any" : "same-origin",
    clientHeader: false,
    upload: null,
    form: false,
    button: false,
    hashes: false,
    replica: false,
    whileClosed: parts.who === "staff" || parts.who === "program" || parts.rate === "webhook",
    ...parts,
    errors: [...(parts.errors ?? []), ...rightsErrors[parts.who]],
  };
}

export function addressOf({ path, when }: Pick<Call, "path" | "when">): string {
  return when ? `${path}?${new URLSearchParams(when)}` : path;
}

export type InputOf<C extends Call> = { query: z.input<C["query"]>; body: z.input<C["body"]> };
export type AnswerOf<C extends Call> = z.output<C["answer"]>;
