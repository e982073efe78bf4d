import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Call, Replay, Who } from "#contract/call.ts";
import type { Language, ProgramScope, StaffRole } from "#contract/constants.ts";
import type { Trx, Unlocked } from "#server/db/locks.ts";
import type { Emit } from "#server/emit.ts";
import type { Services } from "#server/services.ts";
import type { Site } from "#server/site.ts";
import type { FailureCode } from "./fail.ts";
import type { StaffSites } from "./staff-sites.ts";

export type Viewer = { memberId: string; tokenHash: Buffer };

/** The staff member who makes a back office request, and when they logged in. */
export type Staff = {
  staffId: string;
  role: StaffRole;
  /** Never a site that moves to another installation: what is decided on a copy would be lost. */
  sites: StaffSites;
  /** Not limited to some sites. */
  everywhere: boolean;
  openedAt: Date;
};

/** A program of the operator, by its API key. */
export type Program = { keyId: string; scopes: readonly ProgramScope[] };

/** How a call that runs in no transaction opens a session. */
export type SessionProof = {
  /** The account's access epoch, from the statement that read what was checked. */
  epoch: number;
  /** The error if the account's sessions were ended since. */
  refusal: FailureCode;
};

export type Context = {
  services: Services;
  /** The call's transaction if it mutates, else the pool. */
  db: Unlocked;
  site: Site;
  viewer: Viewer | null;
  /** Set only in calls for staff. */
  staff: Staff | null;
  /** Set only in calls of programs. */
  program: Program | null;
  language: Language;
  now: Date;
  /** The caller's address as rate limits count it: /64 for IPv6. */
  ip: string;
  userAgent: string;
  /** scheme://host of the site by its stored domain, for links in mails. */
  origin: string;
  /** The `Idempotency-Key` of a mutating call. */
  key: string;
  /** Sends an event once the call's transaction is committed, or once the handler is done if the call has none. */
  emit: Emit;
  /** Runs once the transaction is committed: for caches and log lines, never for anything that must not be lost. */
  afterCommit(run: () => void | Promise<void>): void;
  /** By a new session, unless the account's sessions end before. Outside a transaction `proof` is what was checked. */
  openSession(accountId: string, proof?: SessionProof): void;
  closeSession(): void;
  /** Invalidates cached sessions of an account after the commit, so that ended sessions stop working at once. */
  invalidateSessions(accountId: string): void;
  log: FastifyBaseLogger;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type MemberContext = Context & { viewer: Viewer };

export type StaffContext = Context & { staff: Staff };

export type ProgramContext = Context & { program: Program };

export type Handler = {
  call: Call;
  run(ctx: Context, input: { query: unknown; body: unknown }): Promise<unknown>;
  /** Its handler writes to the audit log. */
  logged?: true;
};

/** The context of a call that runs in a transaction (`replay: "platform"`). */
export type Mutating<C extends { db: Unlocked } = Context> = Omit<C, "db"> & { db: Trx };

type ContextByCaller = { anyone: Context; member: MemberContext; staff: StaffContext; program: ProgramContext };
type ContextOf<W extends Who> = ContextByCaller[W];
type ContextFor<W extends Who, R extends Replay> = R extends "platform" ? Mutating<ContextOf<W>> : ContextOf<W>;

export function handle<Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType, W extends Who, R extends Replay>(
  call: Call<Q, B, A, W, R>,
  run: (ctx: ContextFor<W, R>, input: { query: z.output<Q>; body: z.output<B> }) => Promise<NoInfer<z.input<A>>>,
): Handler {
  return { call, run: run as Handler["run"] };
}
