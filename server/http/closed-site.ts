import { deleteAccount, getCounts, getLink, getUser, putLanguage, redeemLink } from "#contract/account.ts";
import * as auth from "#contract/auth.ts";
import type { Call } from "#contract/call.ts";
import * as complaints from "#contract/complaints.ts";
import * as contentNotices from "#contract/content-notices.ts";
import { getBundles } from "#contract/credits.ts";
import * as decisions from "#contract/decisions.ts";
import { getDirectDebit } from "#contract/direct-debit.ts";
import { getPreferences } from "#contract/match-finder.ts";
import { getBlocks } from "#contract/moderation.ts";
import * as notifications from "#contract/notifications.ts";
import { pageHidden } from "#contract/page-visits.ts";
import * as passkeys from "#contract/passkeys.ts";
import { deleteStoredMethod, getPayment, getPayments, getStoredMethods } from "#contract/payments.ts";
import * as privacy from "#contract/privacy.ts";
import { getOwnProfile } from "#contract/profiles.ts";
import * as receipts from "#contract/receipts.ts";
import * as siteWords from "#contract/site-words.ts";
import * as sites from "#contract/sites.ts";
import * as spending from "#contract/spending.ts";
import * as terms from "#contract/terms.ts";
import * as transactions from "#contract/transactions.ts";
import * as transparency from "#contract/transparency.ts";
import * as withdrawals from "#contract/withdrawals.ts";
import type { Site } from "#server/site.ts";
import { fail } from "./fail.ts";

/** What members of a closed site still need: to log in, to take their data and money along, to complain, to leave. */
const subjects: readonly object[] = [
  auth,
  complaints,
  contentNotices,
  decisions,
  notifications,
  passkeys,
  privacy,
  receipts,
  siteWords,
  sites,
  spending,
  terms,
  transactions,
  transparency,
  withdrawals,
];
const others: readonly Call[] = [
  getUser,
  getCounts,
  putLanguage,
  deleteAccount,
  getLink,
  redeemLink,
  getPayment,
  getPayments,
  getStoredMethods,
  deleteStoredMethod,
  getDirectDebit,
  // what the pages with these show beside them
  getBundles,
  getOwnProfile,
  getPreferences,
  getBlocks,
  pageHidden,
];
const answered: ReadonlySet<unknown> = new Set([...subjects.flatMap((subject) => Object.values(subject)), ...others]);

/** A closed site answers no other call of visitors and members, a new one included. Throws `site_closed`. */
export function assertOpen(call: Call, { settings }: Pick<Site, "settings">): void {
  if (settings.closed_until === "" || call.who === "staff" || call.rate === "webhook") return;
  if (!answered.has(call)) throw fail("site_closed");
}
