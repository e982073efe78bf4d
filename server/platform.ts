import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { Db } from "./db/pool.ts";
import type { SiteSettings } from "./features/sites/settings.ts";
import type { Viewer } from "./http/handle.ts";
import type { Limits } from "./http/rate-limits.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Events } from "./ports/events/port.ts";
import type { Files } from "./ports/files/port.ts";
import type { Geo } from "./ports/geo/port.ts";
import type { Mail } from "./ports/mail/port.ts";
import type { PaymentProvider } from "./ports/payments/port.ts";
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

/** How the platform learns of sites and sessions without knowing the features that keep them. */
export type Lookups = {
  /** The site of a host name without its port; undefined where no site has it and there is no default. */
  siteOf(hostname: string): Promise<Site | undefined>;
  /** The session behind a cookie's token on this site, null where there is none; `renewed` where its life was prolonged. */
  viewerOf(token: string, site: Site, now: Date): Promise<{ viewer: Viewer; renewed: boolean } | null>;
  /** Opens a session and answers its token, for the cookie. */
  openSession(db: Db, accountId: string, userAgent: string, now: Date): Promise<string>;
};

/** Everything that outlives a request, built once in `main.ts` and handed to whoever needs it. */
export type Platform = {
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
  payments: PaymentProvider;
  log: FastifyBaseLogger;
};
