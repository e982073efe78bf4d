import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages } from "#contract/constants.ts";
import { noticeKinds, onByDefault } from "#contract/notifications.ts";
import { rawText, readCatalogs } from "#locales/read-catalogs.ts";
import { features } from "#server/features/index.ts";
import { withholdingsOf } from "./test-member-tables.ts";

/** The sentences of the privacy statement in `pages.json` that cover tables with data about people. */
const sentences: Record<string, string> = {
  "s2.l1": "accounts",
  "s2.l2": "profiles photos voice_introductions opening_questions",
  "s2.l3": `blocks hidden_contacts shared_dates reports conversations conversation_members messages gifts chat_photos
    voice_messages held_messages`,
  "s2.l4": `wallets ledger debts payments receipts refunds chargebacks payment_issues payment_customers stored_methods
    direct_debits direct_debit_blocks credit_changes proposals`,
  "s2.l5": "sessions known_devices passkeys",
  "s2.l6": "signup_tracking",
  "s2.l7": "notification_preferences notices notices_sent push_subscriptions weekly_mails",
  "s2.l8": "verifications photo_suspicions rejected_photos sealed_photos",
  "s2.l9": "staff_notes content_notices",
  "s4.p2": "consents",
  "s5.l9": "answer_odds",
  "s6.l1": "answer_promises fraud_warnings",
  "s6.l8": "direct_debit_uses refused_ibans",
  "s6.l9": "withdrawals discount_codes discount_uses spending_limits",
  "s6.l10": "message_risks first_messages reviews",
  "s6.l11": "mail_feedback",
  "s6.l12": "updates",
  "s6.l13": "complaints complaint_messages banned_addresses",
  "s6.l15": "banned_mailboxes",
  "s6.l17": "statements audit_log",
  "s6.l18": "blocked_chats",
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
  hidden_pairs: "hidden_contacts",
  talk_sides: "talks",
  shared_refusals: "banned_mailboxes",
};

/** Tables of the record that the statement leaves out, each with the reason. */
const unnamed: Record<string, string> = {
  idempotency_keys: "repeats what other tables hold, for a day",
  interest_holders: "part of the profile",
  imported_members: "of people who are no members yet: the one email tells them",
  imported_mailboxes: "keyed hashes of the same",
  listed_mailboxes: "keyed hashes from another service of the operator, which tells the people itself",
  outbox: "emails on sites without a provider",
  passkey_users: "a random number",
  webhook_deliveries: "copies of what other tables hold, for 30 days",
  sms_handed_over: "ids of text messages, for a week",
  ...Object.fromEntries(
    [
      "staff",
      "staff_sessions",
      "staff_invitations",
      "staff_reads",
      "staff_claims",
      "staff_handovers",
      "staff_replies",
      "held_decisions",
    ]
      .concat("api_keys", "webhook_endpoints", "site_changes", "closing_refunds", "site_removals", "terms_versions")
      .map((table) => [table, "about staff, who are told by their employer"]),
  ),
};

/** Each legitimate interest of the record, with the English sentence that names it and a word of it. */
const interests: Record<string, readonly [sentence: string, word: string]> = {
  accountability: ["s3.l3", "check what our team does"],
  "advertising costs": ["s3.l3", "pay the partners"],
  "against fraud": ["s3.l3", "fraud"],
  "buyers know what they pay for": ["s3.l3", "how often people answer"],
  "correct books": ["s3.l3", "books"],
  deliverability: ["s3.l3", "emails delivered"],
  "members' safety": ["s3.l3", "abuse, fraud"],
  "prosecution of a crime": ["s2.l8", "the police"],
  "protection of members": ["s3.l3", "abuse"],
  security: ["s3.l3", "attacks"],
};

const record = readFileSync(join(import.meta.dirname, "../../../docs/privacy.md"), "utf8");
/** The tables of the record that hold something about people, each with its basis. */
const recorded = [...record.matchAll(/^\| `(\w+)` \|[^|\n]*\|[^|\n]*\|([^|\n]*)\|[^|\n]*\|$/gm)].map(
  ([, table = "", basis = ""]) => {
    return { table, basis: basis.replaceAll("’", "'").trim() };
  },
);

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

test("GDPR 13 GDPR 30 the privacy statement covers the record: each table about people, and each legitimate interest", () => {
  const told = new Set([...inSentences, ...pairTables, ...Object.keys(covered), ...Object.keys(unnamed)]);
  expect(recorded.length).toBeGreaterThan(70);
  expect(
    recorded.map(({ table }) => table).filter((table) => !told.has(table)),
    "name in `sentences` which sentence of the statement covers the table, or in `unnamed` why none does",
  ).toEqual([]);
  expect(Object.keys(unnamed).filter((table) => !recorded.some((row) => row.table === table))).toEqual([]);
  const claimed = recorded.flatMap(({ basis }) =>
    [...basis.matchAll(/interest: ([^;]+)/g)].map(([, what = ""]) => what),
  );
  expect([...new Set(claimed)].sort()).toEqual(Object.keys(interests).sort());
  const english = readCatalogs("en");
  for (const [sentence, word] of Object.values(interests)) {
    expect(rawText(english, `pages:privacy.sections.${sentence}`), sentence).toContain(word);
  }
});

test("R1.12 the US privacy statement names what members do to each other", () => {
  const english = readCatalogs("en");
  expect(
    named(pairTables).filter((table) => rawText(english, `us:lists.actions.${table}`) === undefined),
    "add it to `lists.actions` of `@us` in the feature's English catalog",
  ).toEqual([]);
});
