import type account from "#locales/en/account.json";
import type age from "#locales/en/age.json";
import type auth from "#locales/en/auth.json";
import type chat from "#locales/en/chat.json";
import type chatPhotos from "#locales/en/chat-photos.json";
import type complaints from "#locales/en/complaints.json";
import type credits from "#locales/en/credits.json";
import type decisions from "#locales/en/decisions.json";
import type directDebit from "#locales/en/direct-debit.json";
import type gifts from "#locales/en/gifts.json";
import type likes from "#locales/en/likes.json";
import type matchFinder from "#locales/en/match-finder.json";
import type members from "#locales/en/members.json";
import type moderation from "#locales/en/moderation.json";
import type money from "#locales/en/money.json";
import type navigation from "#locales/en/navigation.json";
import type notifications from "#locales/en/notifications.json";
import type numbers from "#locales/en/numbers.json";
import type operations from "#locales/en/operations.json";
import type passkeys from "#locales/en/passkeys.json";
import type payments from "#locales/en/payments.json";
import type photos from "#locales/en/photos.json";
import type premium from "#locales/en/premium.json";
import type privacy from "#locales/en/privacy.json";
import type profiles from "#locales/en/profiles.json";
import type results from "#locales/en/results.json";
import type shell from "#locales/en/shell.json";
import type staff from "#locales/en/staff.json";
import type staffMembers from "#locales/en/staff-members.json";
import type staffSites from "#locales/en/staff-sites.json";
import type swipe from "#locales/en/swipe.json";
import type timeBonus from "#locales/en/time-bonus.json";
import type transactions from "#locales/en/transactions.json";
import type updates from "#locales/en/updates.json";
import type verification from "#locales/en/verification.json";
import type visitors from "#locales/en/visitors.json";
import type withdrawals from "#locales/en/withdrawals.json";

/** The files' texts, typed by the English ones. A new catalog is added here. */
type Files = {
  age: typeof age;
  auth: typeof auth;
  account: typeof account;
  chat: typeof chat;
  "chat-photos": typeof chatPhotos;
  complaints: typeof complaints;
  credits: typeof credits;
  decisions: typeof decisions;
  "direct-debit": typeof directDebit;
  gifts: typeof gifts;
  likes: typeof likes;
  "match-finder": typeof matchFinder;
  members: typeof members;
  moderation: typeof moderation;
  money: typeof money;
  navigation: typeof navigation;
  notifications: typeof notifications;
  numbers: typeof numbers;
  operations: typeof operations;
  passkeys: typeof passkeys;
  payments: typeof payments;
  photos: typeof photos;
  premium: typeof premium;
  privacy: typeof privacy;
  profiles: typeof profiles;
  results: typeof results;
  shell: typeof shell;
  staff: typeof staff;
  "staff-sites": typeof staffSites;
  "staff-members": typeof staffMembers;
  swipe: typeof swipe;
  "time-bonus": typeof timeBonus;
  transactions: typeof transactions;
  updates: typeof updates;
  verification: typeof verification;
  visitors: typeof visitors;
  withdrawals: typeof withdrawals;
};

/** What other catalogs add to one, in their section of its name. */
type Added<Name extends string> = {
  [File in keyof Files]: `@${Name}` extends keyof Files[File] ? Files[File][`@${Name}`] : never;
}[keyof Files];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Own<File> = { [Key in keyof File as Key extends `@${string}` ? never : Key]: File[Key] };

/** The texts of each feature, each catalog with the sections of the others that belong to it. */
export type Catalogs = {
  [Name in keyof Files]: [Added<Name>] extends [never]
    ? Own<Files[Name]>
    : Own<Files[Name]> & Intersection<Added<Name>>;
};
