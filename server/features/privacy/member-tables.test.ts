import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { isLeftOut } from "#server/member-data.ts";
import {
  columnsOf,
  foreignKeys,
  memberColumnsOf,
  rowsOf,
  tablesDeletedWithAccount,
  tablesOf,
  withholdingsOf,
} from "./test-member-tables.ts";
import { plantMember } from "./test-plant.ts";

/** Tables with no data about members, and those that erasing cleans by a statement of their own. */
const otherTables: Record<string, string> = {
  content_notices: "notices of illegal content by anyone: a typed address belongs to no account (D11.9)",
  migrations: "which migrations ran",
  last_done: "when parts of the product last worked",
  closing_refunds: "which two of the staff had all of a closing site refunded",
  site_removals: "which two of the staff had a closed site removed",
  companies: "who runs a site",
  sites: "the sites",
  site_hosts: "their addresses",
  site_moves: "how far the move of a site to another installation is",
  site_settings: "their settings",
  bundles: "what is sold",
  regions: "open data",
  cities: "open data",
  city_names: "open data",
  places_loaded: "which open data",
  page_texts: "sections of pages as a site words them",
  terms_versions: "the next terms of a site",
  text_versions: "since when a page has its words",
  visit_counts: "how many visits began alike, no row is about a person",
  moderation_events: "what was reported and decided, without whose it was",
  fair_days: "numbers about ten people or more",
  conversions: "signups and first purchases without whose they are",
  postbacks: "what a network is told of a conversion, without whose it is",
  postback_answers: "what the network answered",
  bounces: "how many visitors left a screen, no row is about a person",
  banned_addresses: "addresses whose owners asked that no account be made with them; of staff until erased",
  banned_mailboxes: "keyed hashes, which name no one",
  listed_mailboxes: "keyed hashes, which name no one",
  shared_refusals: "keyed hashes, which name no one",
  installations: "other installations of the operator",
  imported_members: "details of people who are no members yet; joining deletes them",
  imported_mailboxes: "keyed hashes, which name no one",
  api_keys: "of the operator's programs, which are no members",
  webhook_endpoints: "of the operator's servers, which are no members",
  webhook_deliveries: "copies of what other tables have, for 30 days; their foreign key takes the member out",
  sealed_photos:
    "pictures and recordings of child abuse, kept for the police after their member is gone; by number and time only",
  rejected_photos: "hashes by which a picture is recognised, without its member",
  staff: "staff are no members",
  staff_invitations: "staff are no members",
  staff_sessions: "staff are no members",
  staff_claims: "staff are no members",
  held_decisions: "what staff decided, as long as they can take it back, or until they decide again",
  staff_replies: "texts that staff wrote for themselves",
  staff_handovers: "notes between staff about an item of a queue, for 30 days at most",
  staff_reads: "hashes, for an hour",
  audit_log: "what staff did, which no one can change; the id of an erased member leads to no person",
  audit_checks: "hashes of the audit log",
  ledger_checks: "how far the ledger was checked",
  site_changes: "what staff changed of a site",
  audit_anchor: "a hash of the audit log",
  spent_challenges: "hashes of random numbers",
  sms_handed_over: "ids of text messages, for a week",
  sms_days: "how many text messages a site sent",
  direct_debit_uses: "keyed hashes of bank accounts and phones, which hold a limit and name no one",
  refused_ibans: "keyed hashes of bank accounts whose holders never agreed, which name no one",
  notices_collected: "one date",
  reports: "anonymiseReports leaves what was reported, without the person",
  payments: "anonymisePayments leaves what tax law wants, without the person",
  refunds: "of payments that stay, without the person",
  chargebacks: "of payments that stay, without the person",
  receipts: "anonymiseReceipts leaves what tax law wants, without the person",
  receipt_counters: "numbers",
  sandbox_payments: "the provider's own books, which know no person",
  sandbox_refunds: "the provider's own books, which know no person",
  sandbox_chargebacks: "the provider's own books, which know no person",
  sandbox_mandates: "the provider's own books, which know no person",
  genesis_checkouts: "a provider's references of payments, of which those that stay name no person",
  settlements: "sums of what a provider paid out",
  provider_failures: "when a payment provider did not answer, without whose order",
  settlement_lines: "a provider's references of payments, of which those that stay name no person",
  partners: "companies",
  partner_networks: "names of networks",
  partner_terms: "amounts",
  partner_sales: "of payments that stay, without the person",
  partner_statements: "sums of a month",
  partner_payout_lists: "what partners were paid",
  partner_payouts: "what partners were paid",
  partner_lines: "of payments that stay, without the person",
  outbox: "mail.erase",
  interest_holders: "a trigger takes out who is not listed any more, or gone",
  idempotency_keys: "deleteKeysOf and keysRetention",
};

/** Foreign keys to a deleted row whose own row stays, each with the reason. */
const staying: Record<string, string> = {
  "payments.member_id": "tax law",
  "receipts.member_id": "tax law",
  "discount_uses.member_id": "a code is used up all the same, without the person",
  "reports.reporter_id": "what was reported goes on without them",
  "reports.reported_id": "claims may still be made",
  "chat_photos.message_id": "a job removes the photo's files, and then its row",
  "voice_messages.message_id": "a job removes its file, and then its row",
  "answer_promises.recipient_id": "the author's credits come back all the same",
  "fraud_warnings.about_id": "the warned member still needs the advice",
  "held_messages.recipient_id": "its author's own text",
  "banned_addresses.complaint_id,site_id,email": "the ban that its owner asked for stays, without the request",
  "webhook_deliveries.member_id": "what was bought or paid back is told without the person",
  "sessions.device_hash,account_id": "the same member's",
  "profiles.member_id,main_photo_id": "the same member's",
};

/** A member's tables that the download leaves out. */
const notGiven: Record<string, string> = {
  hidden_pairs: "it would tell which of a member's hidden contacts have an account, or who hides",
  blocked_chats: "it would tell that the other member blocked this one (0119)",
  passkey_users: "a random number for authenticators",
};

/** Columns with a member's id by which that member gets no rows, each with the reason; `privateTo` adds its own. */
const unreadColumns: Record<string, string> = {
  "answer_promises.recipient_id": "the author's credits; the message is among the conversations",
  "blocks.blocked_id": "it would tell that the other member blocked this one (0119)",
  "fraud_warnings.about_id": "the team's warning of this member, to another one",
  "held_messages.recipient_id": "a message that was not delivered",
  "notices.from_id": "what another member is told of; what this one did has its own parts",
  "reports.reported_id": "it would tell who reported the member",
  "shared_dates.other_id": "the other member must not learn that a friend was told of the date (R12.03)",
};

const owned = () => [...cascading, "payments", "receipts", "reports"].filter((name) => !(name in notGiven));

const given = await testServices();
const keys = await foreignKeys(given.services.db);
const cascading = tablesDeletedWithAccount(keys);
afterAll(() => given.close());

test("D3.9 every table is deleted with the account, or is named here with the reason", async () => {
  const tables = [...cascading, ...Object.keys(otherTables)].sort();
  expect(
    await tablesOf(given.services.db, "public"),
    "let the table's migration say `references accounts on delete cascade`, or add the table to otherTables here",
  ).toEqual([...new Set(tables)]);
});

test("D3.9 a row that refers to a deleted row is deleted too, or its key is named here", () => {
  const left = keys.filter((key) => cascading.includes(key.parent) && key.on_delete !== "c");
  expect(
    left.map((key) => `${key.table}.${key.columns.join()}`).sort(),
    "let the column's migration say `on delete cascade`, or add the column to `staying` here",
  ).toEqual(Object.keys(staying).sort());
});

test("D3.9 erasing a member scans no table: every foreign key to a deleted row has an index", async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select indrelid::regclass::text as table, array(
      select attname::text from unnest(indkey) with ordinality as k (number, place)
      join pg_attribute on attrelid = indrelid and attnum = k.number order by k.place) as columns
    from pg_index where indrelid::regclass::text not like 'pg_%'`.execute(given.services.db);
  const missing = keys.filter(
    ({ table, parent, columns }) =>
      cascading.includes(parent) &&
      !rows.some((index) => index.table === table && columns.includes(index.columns[0] ?? "")),
  );
  expect(
    missing.map((key) => `${key.table} (${key.columns.join(", ")})`),
    "add an index that begins with the column to the table's migration",
  ).toEqual([]);
});

test("D3.9 the planted member has a row in every table that is deleted with an account", async () => {
  const { id } = await plantMember(given.services, given.siteIds[0] ?? 0);
  for (const table of cascading) {
    const rows = await sql`select from ${sql.table(table)} where ${sql.raw(rowsOf(table, id, keys))}`.execute(
      given.services.db,
    );
    expect(
      rows.rows.length,
      `give the member a row in ${table}: insertRowOfEachTable in test-plant.ts`,
    ).toBeGreaterThan(0);
  }
});

test("D3.9 every table with a member's data is in the download", () => {
  const named = withholdingsOf(given.services.memberData).map(({ table }) => String(table));
  expect(
    owned().filter((table) => !named.includes(table)),
    "add the table to memberData of its area, in its index.ts or member-data.ts",
  ).toEqual([]);
});

test("D3.9 a member gets the rows of each column with their id, or the column is named here", () => {
  const read = new Set(
    given.services.memberData.flatMap((entry) =>
      // a part with a query of its own is trusted to read all that its tables hold of the member
      "read" in entry ? entry.tables.map(({ table }) => `${table}.*`) : [`${entry.table}.${entry.memberColumn}`],
    ),
  );
  const tables = [...memberColumnsOf(keys)].filter(([table]) => owned().includes(table) && !read.has(`${table}.*`));
  const columns = tables.flatMap(([table, names]) => names.map((column) => `${table}.${column}`));
  const ofOthers = given.services.pairTables.flatMap(({ table, columns, privateTo }) =>
    privateTo === undefined ? [] : columns.filter((each) => each !== privateTo).map((each) => `${table}.${each}`),
  );
  expect(
    columns.filter((column) => !read.has(column)).sort(),
    "may this member know of the row? then give them a part by this column: `parts` of its pairTable, or a memberTable " +
      "in its memberData. If not, say `privateTo` in its pairTable, or name the column in `unreadColumns` here",
  ).toEqual([...Object.keys(unreadColumns), ...ofOthers].sort());
});

test("D3.9 a part names the member of each id of another one", () => {
  const columnsOfMembers = memberColumnsOf(keys);
  const unnamed = given.services.memberData.flatMap((entry) =>
    "read" in entry
      ? []
      : (columnsOfMembers.get(entry.table) ?? [])
          .filter((column) => column !== entry.memberColumn && !isLeftOut(entry, column))
          .filter((column) => !entry.memberIdColumns?.some((each) => each === column))
          .map((column) => `${entry.part}: ${column}`),
  );
  expect(unnamed, "add the column to `memberIdColumns` of the part, or withhold it").toEqual([]);
});

/** Columns that look like a secret or like one of the team, and that the member gets all the same. */
const harmless: Record<string, string> = {
  "chat_photos.thumbhash": "the photo, very small",
  "conversations.closed_by": "one of the two members",
  "conversations.started_by": "one of the two members",
  "direct_debits.mandate_reference": "the member's own mandate",
  "payment_customers.reference": "the member's number at the provider",
  "payments.provider_reference": "the payment's number at the provider",
  "photos.thumbhash": "the photo, very small",
};

test("D3.9 a column that looks like a secret or like one of the team is withheld, or named here", async () => {
  const looks =
    /hash|token|secret|sealed|key|epoch|endpoint|fingerprint|staff|_by$|_bits$|_band$|(?<!p)reference|password/;
  const columns = new Set<string>();
  for (const entry of withholdingsOf(given.services.memberData)) {
    for (const { name } of await columnsOf(given.services.db, entry.table)) {
      if (looks.test(name) && !isLeftOut(entry, name)) columns.add(`${entry.table}.${name}`);
    }
  }
  expect([...columns].sort()).toEqual(Object.keys(harmless).sort());
});

test("D3.9 the README explains every part of data.json, and nothing else", () => {
  const parts = given.services.memberData.map(({ part }) => part);
  const explained = (part: string) => {
    try {
      return given.services.texts.t("en", `archive:parts.${part}`) !== "";
    } catch {
      return false;
    }
  };
  const missing = parts.filter((part) => !explained(part));
  const remedy =
    "if this member may know of it, add it to `parts` of `@archive` in the feature's catalog, in each language; " +
    "else its pairTable says `privateTo`";
  expect(missing, remedy).toEqual([]);
  expect(new Set(parts).size).toBe(parts.length);
});
