import { type RawBuilder, sql } from "kysely";
import type { Db } from "./pool.ts";
import type { DB } from "./schema.ts";

type Table = keyof DB & string;

type TableOfSite = { [T in Table]: DB[T] extends { site_id: unknown } ? T : never }[Table];

/** How a row belongs to a site: its column `by` names a row of the table `of`, there in the column `key`. */
type Owned = { by: string; of: Table; key?: string; asText?: true };

/** A row belongs to a site if one of these says so. */
type OwnedByAny = { any: readonly Owned[] };

/**
 * What no export has, with the reason. A move to another installation of the same operator has it by `moves`, unless it
 * `stays`: the two have one secret and the same accounts at providers.
 */
type LeftOut = { leftOut: string } & ({ moves: Owned | "by site_id" } | { stays: string });

type Rule = Owned | OwnedByAny | LeftOut;

const ofMember = (by = "member_id"): Owned => ({ by, of: "accounts" });
const ofPayment: Owned = { by: "payment_id", of: "payments" };

const letsIn = (moves: Owned | "by site_id"): LeftOut => ({ leftOut: "lets someone in", moves });
const keyed: LeftOut = {
  leftOut: "hashes by this installation's secret, which mean nothing elsewhere",
  moves: "by site_id",
};
const staying = (leftOut: string): LeftOut => ({ leftOut, stays: leftOut });
const ofInstallation = staying("of the whole installation");
const ofStaff = staying("of the staff, who are no members and work on all sites");
const places = staying("places, which come with the product");
const sandbox = (moves: Owned): LeftOut => ({ leftOut: "the sandbox's own books", moves });
const ofSandboxPayment = sandbox({ by: "payment_reference", of: "sandbox_payments", key: "reference" });

/** Tables without the column `site_id`: a new one does not compile until it is decided here to what its rows belong. */
const owned = {
  answer_odds: ofMember(),
  audit_anchor: ofInstallation,
  audit_checks: ofInstallation,
  audit_log: ofInstallation,
  blocked_chats: ofMember(),
  chargebacks: ofPayment,
  cities: places,
  city_names: places,
  companies: {
    any: [
      { by: "id", of: "sites", key: "company_id" },
      { by: "id", of: "receipts", key: "company_id" },
    ],
  },
  complaint_messages: { by: "complaint_id", of: "complaints" },
  consents: ofMember(),
  conversation_members: { by: "conversation_id", of: "conversations" },
  discount_uses: ofPayment,
  email_links: letsIn(ofMember("account_id")),
  genesis_checkouts: {
    leftOut: "a provider's references, which mean nothing at another account of it",
    moves: ofPayment,
  },
  gifts: { by: "message_id", of: "messages" },
  held_decisions: ofStaff,
  idempotency_keys: {
    leftOut: "repeats other tables, for a day",
    moves: { by: "scope", of: "accounts", asText: true },
  },
  installations: ofInstallation,
  known_devices: letsIn(ofMember("account_id")),
  last_done: ofInstallation,
  ledger_checks: ofInstallation,
  mail_feedback: ofMember("account_id"),
  message_risks: { by: "message_id", of: "messages" },
  messages: { by: "conversation_id", of: "conversations" },
  notices_collected: ofInstallation,
  notices_sent: ofMember("account_id"),
  notification_preferences: ofMember("account_id"),
  opening_questions: ofMember(),
  partner_lines: { by: "statement_id", of: "partner_statements" },
  partner_payouts: { by: "partner_id", of: "partners" },
  partner_sales: ofPayment,
  partner_statements: { by: "partner_id", of: "partners" },
  partner_terms: { by: "partner_id", of: "partners" },
  passkey_users: letsIn(ofMember("account_id")),
  passkeys: letsIn({ by: "handle", of: "passkey_users", key: "handle" }),
  payment_customers: ofMember(),
  payment_issues: ofPayment,
  photo_suspicions: { by: "photo_id", of: "photos" },
  places_loaded: places,
  postback_answers: { by: "conversion_id", of: "conversions" },
  postbacks: { by: "conversion_id", of: "conversions" },
  push_subscriptions: {
    leftOut: "of browsers, which accept pushes of this installation only",
    moves: ofMember("account_id"),
  },
  provider_failures: ofInstallation,
  receipt_counters: {
    leftOut: "of a company, whose other sites have receipts too",
    moves: { by: "company_id", of: "sites", key: "company_id" },
  },
  refunds: ofPayment,
  regions: places,
  sandbox_chargebacks: ofSandboxPayment,
  sandbox_mandates: sandbox({ by: "reference", of: "stored_methods", key: "reference" }),
  sandbox_payments: sandbox(ofPayment),
  sandbox_refunds: ofSandboxPayment,
  sessions: letsIn(ofMember("account_id")),
  settlement_lines: ofInstallation,
  settlements: ofInstallation,
  signup_tracking: ofMember("account_id"),
  shared_refusals: ofInstallation,
  sites: { by: "id", of: "sites" },
  sms_handed_over: ofInstallation,
  spent_challenges: staying("challenges of passkeys, for minutes"),
  staff: ofStaff,
  staff_claims: ofStaff,
  staff_handovers: ofStaff,
  staff_invitations: ofStaff,
  staff_notes: ofMember(),
  staff_reads: ofStaff,
  staff_replies: ofStaff,
  staff_sessions: ofStaff,
  talk_sides: staying("who takes part in an open call, which ends with it"),
  terms_notices: ofMember("account_id"),
  updates: ofMember(),
  weekly_mails: ofMember("account_id"),
} as const satisfies Record<Exclude<Table, TableOfSite>, Rule>;

/** Tables with the column `site_id` that no export has. */
const exceptions = {
  api_keys: letsIn("by site_id"),
  banned_mailboxes: keyed,
  data_downloads: { leftOut: "copies of what other tables have", moves: "by site_id" },
  direct_debit_uses: keyed,
  hidden_contacts: keyed,
  imported_mailboxes: keyed,
  interest_holders: staying("counted from the profiles"),
  listed_mailboxes: keyed,
  outbox: { leftOut: "emails, whose links work on this installation only", moves: "by site_id" },
  refused_ibans: keyed,
  sealed_photos: { leftOut: "evidence for the police, which no one may hand on", moves: "by site_id" },
  site_moves: staying("how far a move of the site is, at this installation"),
  webhook_deliveries: {
    leftOut: "copies of what other tables have, for 30 days",
    moves: { by: "endpoint_id", of: "webhook_endpoints" },
  },
  webhook_endpoints: letsIn("by site_id"),
} as const satisfies { [T in TableOfSite]?: LeftOut };

/** How an import fills a column: with this, or by `fillColumns` once all rows are there. */
type Fill = 0 | null | "computed";

/**
 * Columns that no export has: they let someone in, or mean nothing without this installation's secret; with what an
 * import fills them.
 */
const withoutColumns = {
  accounts: { password_hash: "computed", access_epoch: 0 },
  direct_debits: { code_hash: "computed", iban_key: "computed", iban_sealed: null, phone_key: "computed" },
  discount_uses: { use_key: "computed" },
  first_messages: { text_hash: "computed" },
  imported_members: { mailbox_hash: "computed" },
} as const satisfies { readonly [T in Table]?: { readonly [C in keyof DB[T]]?: Fill } };

type Without = typeof withoutColumns;
type ComputedOf<T extends keyof Without> = {
  [C in keyof Without[T] & string]: Without[T][C] extends "computed" ? `${T}.${C}` : never;
}[keyof Without[T] & string];

/** The columns that an import computes, by table and name. */
export type ComputedColumn = { [T in keyof Without]: ComputedOf<T> }[keyof Without];

/** What an import adds to each row of a table, as an export has it; null needs nothing. */
export function filledBy(table: string): Record<string, Fill> {
  const columns: readonly [string, Record<string, Fill>][] = Object.entries(withoutColumns);
  const filled = columns.find(([name]) => name === table)?.[1] ?? {};
  return Object.fromEntries(Object.entries(filled).filter(([, value]) => value !== "computed"));
}

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>(Object.entries({ ...owned, ...exceptions }));

const isLeftOut = (rule: Rule | undefined): rule is LeftOut => rule !== undefined && "leftOut" in rule;

/** An export leaves out more than a move to another installation of the same operator. */
type Purpose = "export" | "move";

/** The tables through whose rows those of a table belong to a site; null: by its column `site_id`. */
function ownersOf(table: string, purpose: Purpose): readonly Owned[] | null {
  const rule = rules.get(table);
  if (rule === undefined) return null;
  if (!isLeftOut(rule)) return "any" in rule ? rule.any : [rule];
  if (purpose === "export" || !("moves" in rule)) throw new Error(`${table} is left out: ${rule.leftOut}`);
  return rule.moves === "by site_id" ? null : [rule.moves];
}

/** SQL: the rows of a table, of which `column` is asked for, that belong to a site. */
function rowsOf(
  table: string,
  column: RawBuilder<unknown>,
  siteId: number,
  purpose: Purpose = "export",
): RawBuilder<unknown> {
  return sql`select ${column} from ${sql.table(table)} as t where ${belongs(table, siteId, purpose)}`;
}

function belongs(table: string, siteId: number, purpose: Purpose): RawBuilder<unknown> {
  if (table === "sites") return sql`t.id = ${siteId}`;
  const owners = ownersOf(table, purpose);
  if (owners === null) return sql`t.site_id = ${siteId}`;
  const through = owners.map(({ by, of, key = "id", asText }) => {
    const column = asText ? sql`t.${sql.ref(key)}::text` : sql`t.${sql.ref(key)}`;
    return sql`t.${sql.ref(by)} in (${rowsOf(of, column, siteId, purpose)})`;
  });
  return sql`(${sql.join(through, sql` or `)})`;
}

/** SQL, of the table's alias `t`: whether a row moves with a site to another installation. */
export const movesWith = (table: string, siteId: number): RawBuilder<unknown> => belongs(table, siteId, "move");

/** The tables that have to be there before a table, because its rows belong to a site through theirs. */
export const moveOwners = (table: string): string[] => (ownersOf(table, "move") ?? []).map(({ of }) => of);

/** Why a table's rows stay when a site moves to another installation; null: they move. */
export function staysBecause(table: string): string | null {
  const rule = rules.get(table);
  return isLeftOut(rule) && "stays" in rule ? rule.stays : null;
}

export type SiteTable = { table: string; leftOut: string | null; withoutColumns: readonly string[] };

/** All tables of the database: those that an export of a site has, and those that it leaves out. */
export async function listSiteTables(db: Db): Promise<SiteTable[]> {
  const { rows } = await sql<{ table: Table }>`
    select table_name as "table" from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
    order by table_name`.execute(db);
  const without: { readonly [T in Table]?: object } = withoutColumns;
  return rows.map(({ table }) => {
    const rule = rules.get(table);
    return {
      table,
      leftOut: isLeftOut(rule) ? rule.leftOut : null,
      withoutColumns: Object.keys(without[table] ?? {}),
    };
  });
}

const rowsAtOnce = 1000;

/** The rows of a table that belong to a site, each as a line of JSON. It needs a transaction, for its cursor. */
export async function* readSiteRows(
  trx: Db,
  { table, withoutColumns: without }: SiteTable,
  siteId: number,
): AsyncGenerator<string[]> {
  const line = sql`(to_jsonb(t) - ${[...without]}::text[])::text as line`;
  await sql`declare site_rows no scroll cursor for ${rowsOf(table, line, siteId)}`.execute(trx);
  let rows: { line: string }[];
  do {
    ({ rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsAtOnce)} from site_rows`.execute(trx));
    if (rows.length > 0) yield rows.map((row) => row.line);
  } while (rows.length === rowsAtOnce);
  await sql`close site_rows`.execute(trx);
}
