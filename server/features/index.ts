import type { Feature } from "#server/feature.ts";
import { account } from "./account/index.ts";
import { ageAssurance } from "./age-assurance/index.ts";
import { auth } from "./auth/index.ts";
import { chat } from "./chat/index.ts";
import { chatPhotos } from "./chat-photos/index.ts";
import { complaints } from "./complaints/index.ts";
import { consents } from "./consents/index.ts";
import { contentNotices } from "./content-notices/index.ts";
import { credits } from "./credits/index.ts";
import { decisions } from "./decisions/index.ts";
import { directDebit } from "./direct-debit/index.ts";
import { discounts } from "./discounts/index.ts";
import { gifts } from "./gifts/index.ts";
import { likes } from "./likes/index.ts";
import { mailFeedback } from "./mail-feedback/index.ts";
import { mails } from "./mails/index.ts";
import { matchFinder } from "./match-finder/index.ts";
import { members } from "./members/index.ts";
import { moderation } from "./moderation/index.ts";
import { money } from "./money/index.ts";
import { notifications } from "./notifications/index.ts";
import { numbers } from "./numbers/index.ts";
import { office } from "./office/index.ts";
import { operations } from "./operations/index.ts";
import { pageVisits } from "./page-visits/index.ts";
import { payments } from "./payments/index.ts";
import { photos } from "./photos/index.ts";
import { places } from "./places/index.ts";
import { privacy } from "./privacy/index.ts";
import { profiles } from "./profiles/index.ts";
import { proposals } from "./proposals/index.ts";
import { receipts } from "./receipts/index.ts";
import { results } from "./results/index.ts";
import { safety } from "./safety/index.ts";
import { sanctions } from "./sanctions/index.ts";
import { searchEngines } from "./search-engines/index.ts";
import { serviceStatus } from "./service-status/index.ts";
import { sites } from "./sites/index.ts";
import { sms } from "./sms/index.ts";
import { staff } from "./staff/index.ts";
import { staffMembers } from "./staff-members/index.ts";
import { staffSites } from "./staff-sites/index.ts";
import { swipe } from "./swipe/index.ts";
import { terms } from "./terms/index.ts";
import { transactions } from "./transactions/index.ts";
import { transparency } from "./transparency/index.ts";
import { updates } from "./updates/index.ts";
import { verification } from "./verification/index.ts";
import { visitors } from "./visitors/index.ts";
import { webApp } from "./web-app/index.ts";
import { withdrawals } from "./withdrawals/index.ts";

/**
 * Every feature, each after the features that it builds on. The app, the jobs, the download of a member's data and the
 * notices are assembled from this list.
 */
export const features: readonly Feature[] = [
  sites,
  places,
  results,
  discounts,
  credits,
  consents,
  updates,
  mails,
  terms,
  sms,
  receipts,
  ageAssurance,
  photos,
  verification,
  profiles,
  auth,
  notifications,
  mailFeedback,
  likes,
  visitors,
  safety,
  pageVisits,
  chat,
  chatPhotos,
  gifts,
  members,
  matchFinder,
  swipe,
  contentNotices,
  moderation,
  decisions,
  account,
  sanctions,
  complaints,
  payments,
  transactions,
  directDebit,
  withdrawals,
  webApp,
  searchEngines,
  serviceStatus,
  privacy,
  staff,
  proposals,
  transparency,
  numbers,
  money,
  staffMembers,
  operations,
  staffSites,
  office,
];
