import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/pool.ts";
import type { SiteSettings } from "./features/sites/settings.ts";
import type { Staff, Viewer } from "./http/handle.ts";
import type { Limits } from "./http/rate-limits.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Events } from "./ports/events/port.ts";
import type { Files } from "./ports/files/port.ts";
import type { Geo } from "./ports/geo/port.ts";
import type { Mail } from "./ports/mail/port.ts";
import type { PaymentProvider } from "./ports/payments/port.ts";
import type { Push } from "./ports/push/port.ts";
import type { Random } from "./random.ts";
import type { Texts } from "./texts.ts";

/** A site as a request meets it: its row and its checked settings (D2). */
export type Site = {
  id: number;
  key: string;
  demo: boolean;
  companyId: number;
  settings: SiteSettings;
};

/** Who is to be logged in, and what their request says of the browser they use. */
export type OpenSessionInput = {
  accountId: string;
  site: Site;
  now: Date;
  ip: string;
  userAgent: string;
  /** scheme://host as the browser used it. */
  origin: string;
  /** The token by which this browser was known until now. */
  device: string | undefined;
  /** The caller's session, where they are logged in to this very account: the new one takes its place. */
  replaces: Buffer | undefined;
};

/** How the platform learns of sites and sessions without knowing the features that keep them. */
export type Lookups = {
  /** The site of a host name without its port; undefined where no site has it and there is no default. */
  siteOf(hostname: string): Promise<Site | undefined>;
  /** The session behind a cookie's token on this site, null where there is none; `renewed` where its life was prolonged. */
  viewerOf(token: string, site: Site, now: Date): Promise<{ viewer: Viewer; renewed: boolean } | null>;
  /** Who of the staff sent this request, by a cookie of their own; null for everybody else (D11.4). */
  staffOf(request: FastifyRequest, now: Date): Promise<Staff | null>;
  /** Opens a session; answers its token and that of the browser, for their cookies. */
  openSession(opening: OpenSessionInput): Promise<{ session: string; device: string }>;
  /** A call that may have changed a member's data is done: what this process remembers of them is read anew. */
  forgetMember(memberId: string): void;
  /** Forgets what this process remembers of an account's sessions, so that the next request asks the database. */
  forgetSessions(accountId: string): void;
};

/** Everything that outlives a request, built once in `main.ts` and handed to whoever needs it. */
export type Services = {
  config: Config;
  db: Db;
  pool: pg.Pool;
  clock: Clock;
  random: Random;
  texts: Texts;
  limits: Limits;
  jobs: Jobs;
  events: Events;
  files: Files;
  geo: Geo;
  mail: Mail;
  push: Push;
  payments: PaymentProvider;
  log: FastifyBaseLogger;
};
