import type { Attachment } from "#contract/attachments.ts";
import type { Ground } from "#contract/decisions.ts";
import type { refundReasons } from "#contract/money.ts";
import type { ProgramKind } from "#contract/program-kinds.ts";
import type { Money } from "#contract/withdrawals.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { AnyTrx, Locked } from "./db/locks.ts";
import type { Db } from "./db/pool.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { Texts } from "./texts.ts";

export type PhotoOwner = { siteId: number; memberId: string; id: string };

/** The feature that sends it declares what `viewerId`, or staff if null, sees of it in each of these messages. */
export type AttachmentSource = {
  kind: Attachment["kind"];
  find(db: Db, viewerId: string | null, messageIds: readonly string[]): Promise<ReadonlyMap<string, Attachment>>;
};

/**
 * What changed: the member gave or withdrew a consent, also by switching notifications on or off;
 * withdrew the consent to store a part of their data; no longer leaves visits; deleted the account, or restored it.
 * Or staff took or lifted a measure.
 */
export type MemberChange = "consents" | "consent_withdrawn" | "visits_off" | "deleted" | "restored" | "measures";

/** Calls areas above, which declare in `index.ts` what they do: imports go down. Runs in the caller's transaction. */
export type Hooks = {
  /** A member's data changed: end or erase what the area keeps that follows from it. */
  memberChanged(ctx: { db: Db; services: { jobs: JobQueue } }, memberId: string, change: MemberChange): Promise<void>;
  /** A member asks another one for a call (R12.02), which rings: push it to their devices. */
  memberRung(ctx: { db: AnyTrx; services: { jobs: JobQueue; texts: Texts } }, ring: RingingTalk): Promise<void>;
  /** A photo's row was deleted (D8.3). Returns the path for a copy that staff still need, if there is one. */
  photoDeleted(db: Db, photo: PhotoOwner, now: Date): Promise<string | undefined>;
  /** A program refused something to a member (D7.5, D8.2): state why (DSA, article 17). */
  programRefused(ctx: StatingContext, refusal: Refusal): Promise<void>;
  /** What a member bought and has not spent is worth, a sum for each currency. */
  findUnspent(db: Db, memberId: string): Promise<Money[]>;
  /** What was refunded since then because the member left. */
  findRefundedOnLeaving(db: Db, memberId: string, since: Date): Promise<Money[]>;
  /** Refunds it, once, and returns the same. */
  refundUnspent(ctx: RefundingContext, memberId: string, reason: LeavingReason): Promise<Money[]>;
};

/** Who asks, and until when the other one can take the call. */
export type RingingTalk = { memberId: string; fromId: string; fromName: string; path: string; until: Date; now: Date };

export type LeavingReason = Extract<(typeof refundReasons)[number], "account_deleted" | "banned">;

/** Holds the lock of the member's account. */
export type RefundingContext = { db: Locked<"accounts">; services: { jobs: JobQueue }; now: Date };

export type StatingContext = {
  db: Db;
  services: { jobs: JobQueue; clock: Clock; config: Config; texts: Texts };
  now: Date;
};

/** `applies`: a decision, whose ground is the default, or what happened before. */
export type Refusal = {
  siteId: number;
  memberId: string;
  decision: ProgramKind;
  ground?: Ground | undefined;
  applies: string;
  isPhoto?: boolean;
};

export type GaugeSources = { db: Db; clock: Clock; config: Config };

/**
 * In `/metrics` as `rendezvous_<name>`, with a label one for each value. If it can't be read, there is no figure. Each
 * is read `everyMs`, or whenever metrics are asked for.
 */
export type FeatureGauge = { name: string; help: string } & (
  | { read(sources: GaugeSources): Promise<number> }
  | { label: string; everyMs?: number; readEach(sources: GaugeSources): Promise<Readonly<Record<string, number>>> }
);
