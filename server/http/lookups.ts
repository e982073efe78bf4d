import type { FastifyRequest } from "fastify";
import type { SiteThing } from "#contract/call.ts";
import type { Site } from "#server/site.ts";
import type { Program, Staff, Viewer } from "./handle.ts";
import type { StaffSites } from "./staff-sites.ts";

/** The account to log in, and the request and browser it logs in from. */
export type OpenSessionInput = {
  accountId: string;
  /** The account's access epoch when the login was checked. */
  epoch: number;
  site: Site;
  now: Date;
  ip: string;
  userAgent: string;
  /** scheme://host of the site, for the link in a mail. */
  origin: string;
  /** The browser's current token in the cookie `device`, if it has one. */
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
  /** The staff member who sent this request, by the cookie `staff`; null for all other callers. */
  staffOf(request: FastifyRequest, now: Date): Promise<Staff | null>;
  /** The program that sent this request, by an API key that is valid on this site; null for all other callers. */
  programOf(request: FastifyRequest, site: Site, now: Date): Promise<Program | null>;
  /** Whether all of these things are of sites that a staff member works on. */
  areOnSites(thing: SiteThing, ids: readonly string[], sites: StaffSites): Promise<boolean>;
  /** Answers the tokens for the cookies. Undefined, with nothing stored, if the sessions were ended after `epoch`. */
  openSession(input: OpenSessionInput): Promise<{ session: string; device: string } | undefined>;
  /** Invalidates this process's cache of a member, after a call that may have changed their data. */
  invalidateMember(memberId: string): void;
  /** Invalidates this process's cache of an account's sessions: the next request reads the database. */
  invalidateSessions(accountId: string): void;
};
