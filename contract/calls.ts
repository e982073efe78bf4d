import * as account from "./account.ts";
import * as age from "./age.ts";
import * as answerPromise from "./answer-promise.ts";
import * as auditLog from "./audit-log.ts";
import * as auth from "./auth.ts";
import type { Call } from "./call.ts";
import * as chat from "./chat.ts";
import * as chatPhotos from "./chat-photos.ts";
import * as complaints from "./complaints.ts";
import * as contentNotices from "./content-notices.ts";
import * as credits from "./credits.ts";
import * as decisions from "./decisions.ts";
import * as directDebit from "./direct-debit.ts";
import * as discounts from "./discounts.ts";
import * as fair from "./fair.ts";
import * as fictionalProfiles from "./fictional-profiles.ts";
import * as fraudWarnings from "./fraud-warnings.ts";
import * as gifts from "./gifts.ts";
import * as likes from "./likes.ts";
import * as matchFinder from "./match-finder.ts";
import * as members from "./members.ts";
import * as moderation from "./moderation.ts";
import * as money from "./money.ts";
import * as newSites from "./new-sites.ts";
import * as notifications from "./notifications.ts";
import * as numbers from "./numbers.ts";
import * as office from "./office.ts";
import * as operations from "./operations.ts";
import * as pageVisits from "./page-visits.ts";
import * as passkeys from "./passkeys.ts";
import * as payments from "./payments.ts";
import * as photos from "./photos.ts";
import * as places from "./places.ts";
import * as privacy from "./privacy.ts";
import * as profiles from "./profiles.ts";
import * as receipts from "./receipts.ts";
import * as results from "./results.ts";
import * as sites from "./sites.ts";
import * as spending from "./spending.ts";
import * as staff from "./staff.ts";
import * as staffMembers from "./staff-members.ts";
import * as staffSites from "./staff-sites.ts";
import * as swipe from "./swipe.ts";
import * as terms from "./terms.ts";
import * as transactions from "./transactions.ts";
import * as transparency from "./transparency.ts";
import * as updates from "./updates.ts";
import * as verification from "./verification.ts";
import * as visitors from "./visitors.ts";
import * as withdrawals from "./withdrawals.ts";

const features = [
  age,
  answerPromise,
  auditLog,
  auth,
  account,
  chat,
  chatPhotos,
  complaints,
  credits,
  decisions,
  directDebit,
  discounts,
  fair,
  fictionalProfiles,
  fraudWarnings,
  gifts,
  likes,
  matchFinder,
  members,
  moderation,
  money,
  newSites,
  contentNotices,
  notifications,
  numbers,
  office,
  operations,
  pageVisits,
  passkeys,
  payments,
  photos,
  places,
  privacy,
  profiles,
  receipts,
  results,
  sites,
  spending,
  staff,
  staffSites,
  staffMembers,
  swipe,
  terms,
  transactions,
  transparency,
  updates,
  verification,
  visitors,
  withdrawals,
];

const named = features.flatMap((feature) =>
  Object.entries(feature).filter(
    (entry): entry is [string, Call] =>
      typeof entry[1] === "object" && entry[1] !== null && "path" in entry[1] && "answer" in entry[1],
  ),
);

/** Every call of the contract: the server must have one handler for each, and no other. */
export const calls: readonly Call[] = named.map(([, call]) => call);

/** The name of each call in the contract, such as `likeMember`. */
export const callNames: ReadonlyMap<Call, string> = new Map(named.map(([name, call]) => [call, name]));
