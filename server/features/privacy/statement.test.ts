import { describe, expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { noticeKinds, onByDefault } from "#contract/notifications.ts";
import { rawText, readCatalogs } from "#locales/read-catalogs.ts";
import { features } from "#server/features/index.ts";
import { withholdingsOf } from "./test-member-tables.ts";

/** The sentences of the privacy statement in `pages.json` that cover tables with a member's data. */
const sentences: Record<string, string> = {
  "s2.l1": "accounts",
  "s2.l2": "profiles photos",
  "s2.l3": "blocks reports conversations conversation_members messages gifts chat_photos held_messages",
  "s2.l4": `wallets ledger debts payments receipts refunds chargebacks payment_issues payment_customers stored_methods
    direct_debits direct_debit_blocks credit_changes proposals`,
  "s2.l5": "sessions known_devices passkeys",
  "s2.l6": "signup_tracking",
  "s2.l7": "notification_preferences notices notices_sent push_subscriptions weekly_mails",
  "s2.l8": "verifications photo_suspicions",
  "s4.p2": "consents",
  "s5.l9": "answer_odds",
  "s6.l1": "answer_promises fraud_warnings",
  "s6.l9": "withdrawals discount_codes discount_uses spending_limits",
  "s6.l10": "message_risks first_messages reviews",
  "s6.l11": "mail_feedback",
  "s6.l12": "updates",
  "s6.l13": "complaints complaint_messages",
  "s6.l17": "statements staff_notes",
  "s7.p2": "data_downloads",
  "s8.p1": "email_links",
  "s8.p2": "terms_notices",
};
/** Tables that the words of another one cover. */
const covered: Record<string, string> = {
  matches: "likes",
  swipes: "likes",
  swipe_likes: "likes",
  introductions: "likes",
};

const inSentences = new Set(Object.values(sentences).flatMap((tables) => tables.split(/\s+/)));
const named = (tables: readonly string[]) => [...new Set(tables.map((table) => covered[table] ?? table))];
const memberTables = named(
  withholdingsOf(features.flatMap(({ memberData = [] }) => memberData)).map(({ table }) => table),
);
const pairTables = features.flatMap(({ pairTables = [] }) => pairTables.map(({ table }) => table));
const byAge = new Set<string>(features.flatMap(({ retention = [] }) => retention.map(({ table }) => table)));
/** Kinds that the sentences name themselves, because "or" stands before the last one. */
const lastKinds = { pages: ["match"], notifications: ["match", "visitor"] };

describe.each(languages)("%s", (language) => {
  const catalogs = readCatalogs(language);
  const lacks = (key: string) => rawText(catalogs, key) === undefined;

  test("GDPR 13 the privacy statement says of each table what it holds about a member", () => {
    const gone = Object.keys(sentences).filter((line) => lacks(`pages:privacy.sections.${line}`));
    expect(gone, "pages.json has no such sentence: name in this test which one covers the tables").toEqual([]);
    const own = memberTables.filter((table) => !inSentences.has(table));
    expect(
      own.filter((table) => lacks(`pages:lists.actions.${table}`)),
      "add it to `lists.actions` of `@pages` in the feature's catalog",
    ).toEqual([]);
  });

  test("GDPR 13 the privacy statement says of each table between two members for how long", () => {
    const key = (table: string) => `pages:lists.${byAge.has(table) ? "ending" : "kept"}.${table}`;
    expect(
      named(pairTables).map(key).filter(lacks),
      "add it to `lists.kept` of `@pages` in the feature's catalog, or to `lists.ending` if the area has a retention",
    ).toEqual([]);
  });

  test("GDPR 13 the privacy statement and the end of all emails name each kind of notice", () => {
    const keys = [
      ...noticeKinds
        .filter((kind) => onByDefault[kind] && !lastKinds.pages.includes(kind))
        .map((kind) => `pages:lists.news.${kind}`),
      ...noticeKinds
        .filter((kind) => !lastKinds.notifications.includes(kind))
        .map((kind) => `notifications:lists.news.${kind}`),
    ];
    expect(keys.filter(lacks), "add it to `lists` of `@pages` or `@notifications` in the feature's catalog").toEqual(
      [],
    );
  });
});

test("R1.12 the US privacy statement names what members do to each other", () => {
  const english = readCatalogs("en");
  expect(
    named(pairTables).filter((table) => rawText(english, `us:lists.actions.${table}`) === undefined),
    "add it to `lists.actions` of `@us` in the feature's English catalog",
  ).toEqual([]);
});
