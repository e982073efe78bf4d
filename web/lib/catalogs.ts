/** The files of texts that screens read, typed by the English ones. A new catalog is a line here. */
type Files = {
  account: typeof import("#locales/en/account.json");
  "answer-promise": typeof import("#locales/en/answer-promise.json");
  age: typeof import("#locales/en/age.json");
  auth: typeof import("#locales/en/auth.json");
  chat: typeof import("#locales/en/chat.json");
  "chat-photos": typeof import("#locales/en/chat-photos.json");
  complaints: typeof import("#locales/en/complaints.json");
  credits: typeof import("#locales/en/credits.json");
  decisions: typeof import("#locales/en/decisions.json");
  "direct-debit": typeof import("#locales/en/direct-debit.json");
  "fraud-warnings": typeof import("#locales/en/fraud-warnings.json");
  "first-messages": typeof import("#locales/en/first-messages.json");
  gifts: typeof import("#locales/en/gifts.json");
  home: typeof import("#locales/en/home.json");
  landers: typeof import("#locales/en/landers.json");
  landings: typeof import("#locales/en/landings.json");
  likes: typeof import("#locales/en/likes.json");
  "match-finder": typeof import("#locales/en/match-finder.json");
  members: typeof import("#locales/en/members.json");
  moderation: typeof import("#locales/en/moderation.json");
  money: typeof import("#locales/en/money.json");
  navigation: typeof import("#locales/en/navigation.json");
  notifications: typeof import("#locales/en/notifications.json");
  numbers: typeof import("#locales/en/numbers.json");
  operations: typeof import("#locales/en/operations.json");
  passkeys: typeof import("#locales/en/passkeys.json");
  payments: typeof import("#locales/en/payments.json");
  photos: typeof import("#locales/en/photos.json");
  premium: typeof import("#locales/en/premium.json");
  privacy: typeof import("#locales/en/privacy.json");
  profiles: typeof import("#locales/en/profiles.json");
  results: typeof import("#locales/en/results.json");
  shell: typeof import("#locales/en/shell.json");
  staff: typeof import("#locales/en/staff.json");
  "staff-members": typeof import("#locales/en/staff-members.json");
  "staff-sites": typeof import("#locales/en/staff-sites.json");
  swipe: typeof import("#locales/en/swipe.json");
  "time-bonus": typeof import("#locales/en/time-bonus.json");
  transactions: typeof import("#locales/en/transactions.json");
  updates: typeof import("#locales/en/updates.json");
  verification: typeof import("#locales/en/verification.json");
  visitors: typeof import("#locales/en/visitors.json");
  withdrawals: typeof import("#locales/en/withdrawals.json");
};

/** What other catalogs add to one, in their section of its name. */
type Added<Name extends string> = {
  [File in keyof Files]: `@${Name}` extends keyof Files[File] ? Files[File][`@${Name}`] : never;
}[keyof Files];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Own<File> = { [Key in keyof File as Key extends `@${string}` ? never : Key]: File[Key] };

type Whole = {
  [Name in keyof Files]: [Added<Name>] extends [never]
    ? Own<Files[Name]>
    : Own<Files[Name]> & Intersection<Added<Name>>;
};

/** Sections that a page brings without the rest of their catalog. */
type Sections = { "account.question": Whole["account"]["question"] } & {
  [Name in keyof Whole["landers"] as `landers.${Name}`]: Whole["landers"][Name];
};

/** The texts of each feature. A name with a dot is a section of a catalog: only that section is loaded. */
export type Catalogs = Omit<Whole, "landers"> & Sections;
