import type { Attachment } from "#contract/attachments.ts";
import type { Ground } from "#contract/decisions.ts";
import type { ProgramKind } from "#contract/program-kinds.ts";
import type { Config } from "#server/config/config.ts";
import type { Clock } from "#server/lib/clock.ts";
import type { Db } from "./db/pool.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { Texts } from "./texts.ts";

export type PhotoOwner = { siteId: number; memberId: string; id: string };

/**
 * One kind of attachment, declared by the feature that sends it: what `viewerId` sees of it in each of these messages,
 * or staff if it is null.
 */
export type AttachmentSource = {
  kind: Attachment["kind"];
  find(db: Db, viewerId: string | null, messageIds: readonly string[]): Promise<ReadonlyMap<string, Attachment>>;
};

/**
 * What changed: the member gave or withdrew a consent, also by switching notifications on or off (D9.1, D11.5);
 * withdrew the consent to store a part of their data (D11.5); no longer leaves visits; deleted the account (D3.9).
 */
export type MemberChange = "consents" | "consent_withdrawn" | "visits_off" | "deleted";

/**
 * Calls from an area to areas above it. Areas import downwards only. An area that others build on calls a hook; an area
 * above it declares in its `index.ts` what it does then. Hooks run in the caller's transaction.
 */
export type Hooks = {
  /** A member's data changed: end or erase what the area keeps that follows from it. */
  memberChanged(ctx: { db: Db; services: { jobs: JobQueue } }, memberId: string, change: MemberChange): Promise<void>;
  /** A photo's row was deleted (D8.3). Returns the path for a copy that staff still need, if there is one (D11.2). */
  photoDeleted(db: Db, photo: PhotoOwner, now: Date): Promise<string | undefined>;
  /** A program refused something to a member (D7.5, D8.2): state why (DSA, article 17). */
  programRefused(ctx: StatingContext, refusal: Refusal): Promise<void>;
};

/** What a statement of reasons needs. */
export type StatingContext = {
  db: Db;
  services: { jobs: JobQueue; clock: Clock; config: Config; texts: Texts };
  now: Date;
};

/**
 * What a program refused. `applies` is what it applied: a decision of staff, or what happened before; null: older than
 * decisions. Without a ground, it is that of the decision.
 */
export type Refusal = {
  siteId: number;
  memberId: string;
  decision: ProgramKind;
  ground?: Ground | undefined;
  applies: string | null;
  isPhoto?: boolean;
};

/** What a figure is read from. */
export type GaugeSources = { db: Db; clock: Clock; config: Config };

/**
 * A figure of a feature in `/metrics`, as `rendezvous_<name>`; with a label one for each of its values. If it can't be
 * read, there is no figure.
 */
export type FeatureGauge = { name: string; help: string } & (
  | { read(sources: GaugeSources): Promise<number> }
  | { label: string; readEach(sources: GaugeSources): Promise<Readonly<Record<string, number>>> }
);
