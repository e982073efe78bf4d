import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type pg from "pg";
import type { Config } from "./config/config.ts";
import type { DbPool } from "./db/pool.ts";
import type { Replica } from "./db/replica.ts";
import type { AttachmentSource, FeatureGauge, Hooks } from "./hooks.ts";
import type { Limits } from "./http/rate-limits.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { Clock } from "./lib/clock.ts";
import type { Random } from "./lib/random.ts";
import type { MemberData } from "./member-data.ts";
import type { MemberPagePart } from "./member-page.ts";
import type { NoticeDefinition } from "./notice.ts";
import type { PairTable } from "./pair-table.ts";
import type { AgeProvider } from "./ports/age/port.ts";
import type { Events } from "./ports/events/port.ts";
import type { Files } from "./ports/files/port.ts";
import type { Geo } from "./ports/geo/port.ts";
import type { Installation } from "./ports/installations/port.ts";
import type { Mail } from "./ports/mail/port.ts";
import type { PaymentProviders } from "./ports/payments/providers.ts";
import type { PictureCheck } from "./ports/pictures/port.ts";
import type { Postbacks } from "./ports/postbacks/port.ts";
import type { Push } from "./ports/push/port.ts";
import type { Relay } from "./ports/relay/port.ts";
import type { Sms } from "./ports/sms/port.ts";
import type { SecurityEvents } from "./security-events.ts";
import type { Texts } from "./texts.ts";

/** Everything that outlives a request, built once in `create-services.ts` and passed to the code that needs it. */
export type Services = {
  config: Config;
  db: DbPool;
  pool: pg.Pool;
  /** For calls with `replica`; undefined: everything is read from `db`. */
  replica?: Replica;
  clock: Clock;
  random: Random;
  texts: Texts;
  limits: Limits;
  securityEvents: SecurityEvents;
  jobs: JobQueue;
  events: Events;
  files: Files;
  geo: Geo;
  age: AgeProvider;
  mail: Mail;
  push: Push;
  sms: Sms;
  payments: PaymentProviders;
  postbacks: Postbacks;
  /** Undefined: no service looks at pictures, staff alone do. */
  pictures?: PictureCheck | undefined;
  /** Undefined: members can't call each other. */
  relay?: Relay | undefined;
  /** The operator's other installations. */
  installations: readonly Installation[];
  log: FastifyBaseLogger;
  /** Adds invented profiles until a site has `count` fictional ones, from the demo's people. */
  fillFictional(services: Services, siteId: number, count: number): Promise<number>;
  /** Undefined: no collector takes traces. */
  tracing?: { traceRequests(app: FastifyInstance): void } | undefined;
  /** What features declare for features that they may not import. */
  hooks: Hooks;
  /** The figures in `/metrics` that features declare. */
  gauges: readonly FeatureGauge[];
  notices: readonly NoticeDefinition[];
  attachments: readonly AttachmentSource[];
  memberPage: readonly MemberPagePart[];
  memberData: readonly MemberData[];
  pairTables: readonly PairTable[];
};
