import type { FastifyRequest } from "fastify";
import type { Site } from "#server/site.ts";
import type { Staff, Viewer } from "./handle.ts";

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
