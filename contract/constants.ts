/** The specification's section 9, each value with the requirement or decision it comes from. */

/** R1.11: the languages, default first in meaning (no URL prefix for it). */
export const languages = ["da", "de", "en", "es", "fi", "fr", "it", "nb", "nl", "pl", "sv"] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = "en";

/** R9.09: lives of the two cookies, in days. */
export const localeCookieDays = 365;
export const authCookieDays = 30;
/** D3.5: for so long a browser that has logged in before is known, in days from its last visit; no browser keeps a cookie longer. */
export const deviceCookieDays = 400;

/** R2.08: numbers in badges are shown up to this one, then with a plus. */
export const badgeCap = 99;
/** R2.09: from this number of credits down the badge shows. */
export const lowCredits = 10;

/** R7.03: how often a request is repeated, the delay doubling each time. */
export const requestRetries = 5;

/** R9.02: milliseconds between refreshes of user, chats and likes, and before the first. */
export const refreshMs = 60_000;
export const refreshWithPushMs = 300_000;
export const firstRefreshMs = 5_000;

/** R9.04: the progress bar, in milliseconds. */
export const progressBar = { throttleMs: 200, durationMs: 5_000, hideDelayMs: 500 } as const;

/** R4.06: how old a found position may be, in milliseconds. */
export const geolocationMaximumAgeMs = 3_600_000;

/** R9.11: the design's version, named by every page. */
export const designVersion = 2;

/** D3.1: nobody younger, whatever a site says. */
export const minimumAgeFloor = 18;

/** D4.3: members a page of search results, and the number up to which the total is exact. */
export const searchPage = 24;
export const searchTotalCap = 10_000;

/** D4.3: so many of those who fit and were here last are ranked by how well they match. */
export const searchRanked = 1_000;
/** D4.3: days after joining during which a member is new, and minutes since they were last here during which one is online. */
export const newDays = 7;
export const onlineMinutes = 5;

/** D6.4: messages loaded at a time. */
export const chatPage = 50;
/** R3.02: characters (grapheme clusters) that a member's text about themselves may have. */
export const aboutMeLength = 2000;

/** D6.2: conversations that a member who never paid may begin. */
export const freeConversations = 2;

/** R1.09: photos of a free and of a premium member. */
export const photoLimits = { free: 3, premium: 25 } as const;
/** R9.01: likes a day in the swipe game. */
export const swipeLikesPerDay = 4;

/** R4.03: how long the mail's link brings a deleted account back, in days (section 9). */
export const reactivationDays = 14;
/** D5.3: days after the confirmation during which a member is new and others are introduced to them. */
export const introductionDays = 7;
/** D5.3: days since their last visit after which somebody is not introduced any more. */
export const introducerDays = 30;
/** Days for which it is kept who looked at whose profile. */
export const visitsKeptDays = 90;
/** R4.20: milliseconds after an introduction until the likes are fetched again. */
export const likesReloadMs = 500;

/** R3.09: what the address of a visitor's first page may tell of where they came from. */
export const trackingFields = ["network", "ref", "sub1", "sub2", "sub3"] as const;

/** Keeps it for the session, on sites whose settings ask whether a visitor came with a traffic source (D2.4). */
export const trackingCookie = "tracking";

/** R1.13: what goes before the slug of a landing page, by the site's niche from 1 to 7. */
export const nichePrefixes = ["", "she-", "bdsm-", "bbw-", "gilf-", "milf-", "gay-"] as const;

/** R9.05: the terms and the privacy statement are never older than this. */
export const termsVersionFrom = "2023-12-01T12:00:00Z";

/** D11.4: what staff may do is tied to one of these; each call of the back office names those that may make it. */
export const staffRoles = ["support", "moderator", "finance", "admin"] as const;
export type StaffRole = (typeof staffRoles)[number];

/** R2.12: every page carries this label, which parental software knows. */
export const adultsLabel = "RTA-5042-1996-1400-1577-RTA";
