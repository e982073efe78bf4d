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

/** The site of a request: its row and its checked settings (D2). */
export type Site = {
  id: number;
  key: string;
  demo: boolean;
  companyId: number;
  settings: SiteSettings;
};

/** The account to log in, and the request and browser it logs in from. */
export type OpenSessionInput = {
  accountId: string;
  site: Site;
  now: Date;
  ip: string;
  userAgent: string;
  /** scheme://host as the browser used it. */
  origin: string;
  /** The token by which this browser has been recognised so far. */
  device: string | undefined;
  /** The caller's session, if they are logged in to this same account: the new one replaces it. */
  replaces: Buffer | undefined;
};

/** How the platform finds sites and sessions without depending on the features that store them. */
export type Lookups = {
  /** The site of a host name without its port; undefined if no site has it and there is no default. */
  siteOf(hostname: string): Promise<Site | undefined>;
  /** The session of a cookie's token on this site, null if there is none; `renewed` if it was prolonged. */
  viewerOf(token: string, site: Site, now: Date): Promise<{ viewer: Viewer; renewed: boolean } | null>;
  /** The staff member who sent this request, by the cookie `staff`; null for all other callers (D11.4). */
  staffOf(request: FastifyRequest, now: Date): Promise<Staff | null>;
  /** Opens a session; answers the tokens of the session and of the browser, for their cookies. */
  openSession(input: OpenSessionInput): Promise<{ session: string; device: string }>;
  /** Invalidates what this process has cached of a member, after a call that may have changed their data. */
  forgetMember(memberId: string): void;
  /** Invalidates what this process has cached of an account's sessions: the next request asks the database. */
  forgetSessions(accountId: string): void;
};

/** Everything that outlives a request, built once in `main.ts` and passed to the code that needs it. */
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
