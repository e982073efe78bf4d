import { hourMs } from "./durations.ts";

/** The values of the specification's section 9, each with the requirement or decision it comes from. */

/** R1.11: the languages. The default one has no URL prefix. */
export const languages = ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en";

/** R13.03: wallets with cards in them, which count as cards. */
export const cardWallets = ["apple_pay", "google_pay"] as const;
export type CardWallet = (typeof cardWallets)[number];

/** The largest value of a column of PostgreSQL's type `integer`. */
export const largestInteger = 2_147_483_647;

/** The cookie with the device's time zone; the page of a member sets it. */
export const timeZoneCookie = "tz";
/** The chat, lander and empty layouts warn visitors from these countries only (R2.05, R2.06, R2.07). */
export const entryWarningCountries = ["NL", "DE"] as const;
/** A session ends after this many days, however often it is used. */
export const longestSessionDays = 180;

/** The cookies of visitors and members, and the days that each stays; null: until the browser is closed. */
export const cookieDays = {
  /** R9.09, as `locale`. */
  auth: 30,
  /** D3.5: as long as a session can last, so the cookie lives no longer than its purpose (ePrivacy Directive 5(3)). */
  device: 180,
  locale: 365,
  /** The country that a visitor chose. */
  geoip_selected_country: 365,
  /** The chosen appearance. */
  mode: 365,
  [timeZoneCookie]: 30,
  /** A member's last search on this device; the page sets it (R3.11). */
  "last-search": null,
} as const;
export type CookieName = keyof typeof cookieDays;

/** What the next person at a device could read of its member: these cookies go when the session ends. */
export const memberCookies = ["last-search", timeZoneCookie] as const satisfies readonly CookieName[];

/** R2.08: badges show numbers up to this one, then add a plus. */
export const badgeCap = 99;
/** R2.09: the badge shows at this number of credits or fewer. */
export const lowCredits = 10;

/** R7.03: the hidden field of a form from whose value the keys of its calls are derived (`web/ui/form-key.tsx`). */
export const formKeyField = "form_key";

/** Seconds after which a caller asks again whose page or site is not there for a moment; a page does so by itself. */
export const comesBackSeconds = 15;

/** Names the member that a page shows. If the session is another member's by now, the server refuses the request. */
export const memberHeader = "x-member";
/** Names words of a site that are not saved, in a request for a page that staff look at before they save them. */
export const wordsDraftHeader = "x-words-draft";

/** The event of the stream that ends it, if the session is another member's than the page. */
export const otherMemberEvent = "other_member";

/** R7.03: how often a request is retried, with a delay that doubles each time. */
export const requestRetries = 5;

/** R9.02: milliseconds between refreshes of user, chats and likes; with push; and before the first refresh. */
export const refreshMs = 60_000;
export const refreshWithPushMs = 300_000;
export const firstRefreshMs = 5_000;

/** R9.04: the progress bar, in milliseconds. */
export const progressBar = { throttleMs: 200, durationMs: 5_000, hideDelayMs: 500 } as const;

/** R4.06: maximum age of a browser's position, in milliseconds. */
export const geolocationMaximumAgeMs = hourMs;

/** R9.11: the design's version, which every page names. */
export const designVersion = 2;

/** D3.1: no member is younger, whatever a site's settings say. */
export const minimumAgeFloor = 18;

/** D4.3: members on a page of search results, and the number up to which the total is exact. */
export const searchPage = 24;
export const searchTotalCap = 10_000;

/** D4.3: of the members who fit, this many most recently active are ranked by their match percentage. */
export const searchRanked = 1_000;
/** D4.3: a member is new for this many days after joining, and online for this many minutes after they were active. */
export const newDays = 7;
export const onlineMinutes = 5;

/** R2.21: likes of a kind that are loaded at a time. */
export const likesPage = 48;
/** D6.4: messages loaded at a time. */
export const chatPage = 50;
export const chatsPage = 200;
/** D6.5, milliseconds: the shortest time between two typing reports of a page, and how long a report counts. */
export const typingEveryMs = 4_000;
export const typingShownMs = 6_000;
export const shortestChatSearch = 2;
/** R3.02: characters (grapheme clusters) that a member's text about themselves may have. */
export const aboutMeLength = 2000;

/** D6.2: conversations that a member who never paid may begin. */
export const freeConversations = 2;
/** R11.06: a chat that no one has answered for so many days is none of these any more. */
export const silentDays = 7;

/** R1.09: photos of a free and of a premium member. */
export const photoLimits = { free: 3, premium: 25 } as const;

/** A photo's sizes by width in pixels; no file is wider than the picture (D8.1). */
export const photoWidths = { thumb: 160, card: 480, full: 1280 } as const;

/** R4.03: days for which the mail's link restores a deleted account (section 9). */
export const reactivationDays = 14;
/** D5.3: for this many days after the confirmation a member is new, and others are introduced to them. */
export const introductionDays = 7;
/** D5.3: a member is not introduced any more this many days after their last visit. */
export const introducerDays = 30;
/** R9.01: likes a member can give in the swipe game a day, by the calendar of their time zone (D5.2). */
export const swipeLikesPerDay = 4;
export const visitsKeptDays = 90;
/** R4.20: milliseconds after an introduction until the likes are fetched again. */
export const likesReloadMs = 500;

/** R9.05: the terms and the privacy statement are never older than this. */
export const termsVersionFrom = "2023-12-01T12:00:00Z";

/** D11.4: the staff roles; each call of the back office names those that may make it. */
export const staffRoles = ["support", "moderator", "finance", "admin"] as const;
export type StaffRole = (typeof staffRoles)[number];
export const adminRoles: readonly StaffRole[] = ["admin"];
export const figureRoles: readonly StaffRole[] = ["finance", "admin"];

/** What a key of all sites may allow another installation: to see how this one is, and what it refuses. */
export const installationScopes = ["team", "refusals"] as const;
/** What an API key of a program may allow: to read figures, to read members' state, to keep a list of bans. */
export const programScopes = ["figures", "members", "bans", ...installationScopes] as const;
export type ProgramScope = (typeof programScopes)[number];

/** R2.12: every page carries this label, which parental control software knows. */
export const adultsLabel = "RTA-5042-1996-1400-1577-RTA";

/** The words of the consent at signup. Members who agreed to earlier ones are asked again: raise it with the words. */
export const consentVersion = 2;
