import { type RawBuilder, sql } from "kysely";
import type { Db } from "./pool.ts";
import type { DB } from "./schema.ts";

type Table = keyof DB & string;

type TableOfSite = { [T in Table]: DB[T] extends { site_id: unknown } ? T : never }[Table];

/** How a row belongs to a site: its column `by` names a row of the table `of`, there in the column `key`. */
type Owned = { by: string; of: Table; key?: string };

/** What no export has, with the reason. */
type LeftOut = { leftOut: string };

const ofMember = (by = "member_id"): Owned => ({ by, of: "accounts" });
const ofPayment: Owned = { by: "payment_id", of: "payments" };

const letsIn: LeftOut = { leftOut: "lets someone in" };
const keyed: LeftOut = { leftOut: "hashes by this installation's secret, which mean nothing elsewhere" };
const ofInstallation: LeftOut = { leftOut: "of the whole installation" };
const ofProvider: LeftOut = { leftOut: "a provider's references, which mean nothing at another account of it" };
const ofStaff: LeftOut = { leftOut: "of the staff, who are no members and work on all sites" };
const places: LeftOut = { leftOut: "places, which come with the product" };
const sandbox: LeftOut = { leftOut: "the sandbox's own books" };

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
  companies: { by: "id", of: "sites", key: "company_id" },
  complaint_messages: { by: "complaint_id", of: "complaints" },
  consents: ofMember(),
  conversation_members: { by: "conversation_id", of: "conversations" },
  discount_uses: ofPayment,
  email_links: letsIn,
  genesis_checkouts: ofProvider,
  gifts: { by: "message_id", of: "messages" },
  held_decisions: ofStaff,
  idempotency_keys: { leftOut: "repeats other tables, for a day" },
  known_devices: letsIn,
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
  passkey_users: letsIn,
  passkeys: letsIn,
  payment_customers: ofMember(),
  payment_issues: ofPayment,
  photo_suspicions: { by: "photo_id", of: "photos" },
  places_loaded: places,
  postback_answers: { by: "conversion_id", of: "conversions" },
  postbacks: { by: "conversion_id", of: "conversions" },
  push_subscriptions: { leftOut: "of browsers, which accept pushes of this installation only" },
  receipt_counters: { leftOut: "of a company, whose other sites have receipts too" },
  refunds: ofPayment,
  regions: places,
  sandbox_chargebacks: sandbox,
  sandbox_mandates: sandbox,
  sandbox_payments: sandbox,
  sandbox_refunds: sandbox,
  sessions: letsIn,
  settlement_lines: ofInstallation,
  settlements: ofInstallation,
  signup_tracking: ofMember("account_id"),
  sites: { by: "id", of: "sites" },
  sms_handed_over: ofInstallation,
  spent_challenges: letsIn,
  staff: ofStaff,
  staff_claims: ofStaff,
  staff_handovers: ofStaff,
  staff_invitations: ofStaff,
  staff_notes: ofMember(),
  staff_reads: ofStaff,
  staff_replies: ofStaff,
  staff_sessions: ofStaff,
  talk_sides: { leftOut: "who takes part in an open call, which ends with it" },
  terms_notices: ofMember("account_id"),
  updates: ofMember(),
  weekly_mails: ofMember("account_id"),
} as const satisfies Record<Exclude<Table, TableOfSite>, Owned | LeftOut>;

/** Tables with the column `site_id` that no export has. */
const exceptions = {
  api_keys: letsIn,
  banned_mailboxes: keyed,
  data_downloads: { leftOut: "copies of what other tables have" },
  direct_debit_uses: keyed,
  hidden_contacts: keyed,
  imported_mailboxes: keyed,
  interest_holders: { leftOut: "counted from the profiles" },
  listed_mailboxes: keyed,
  outbox: { leftOut: "emails, whose links work on this installation only" },
  sealed_photos: { leftOut: "evidence for the police, which no one may hand on" },
  webhook_deliveries: { leftOut: "copies of what other tables have, for 30 days" },
  webhook_endpoints: letsIn,
} as const satisfies { [T in TableOfSite]?: LeftOut };

/** Columns that no export has: they let someone in, or mean nothing without this installation's secret. */
const withoutColumns: { readonly [T in Table]?: readonly string[] } = {
  accounts: ["password_hash", "access_epoch"],
  direct_debits: ["code_hash", "iban_key", "iban_sealed", "phone_key"],
  discount_uses: ["use_key"],
  first_messages: ["text_hash"],
  imported_members: ["mailbox_hash"],
};

const rules: ReadonlyMap<string, Owned | LeftOut> = new Map<string, Owned | LeftOut>(
  Object.entries({ ...owned, ...exceptions }),
);

const isLeftOut = (rule: Owned | LeftOut | undefined): rule is LeftOut => rule !== undefined && "leftOut" in rule;

/** SQL: the rows of a table, of which `column` is asked for, that belong to a site. */
function rowsOf(table: string, column: RawBuilder<unknown>, siteId: number): RawBuilder<unknown> {
  return sql`select ${column} from ${sql.table(table)} as t where ${belongs(table, siteId)}`;
}

function belongs(table: string, siteId: number): RawBuilder<unknown> {
  const rule = rules.get(table);
  if (table === "sites") return sql`t.id = ${siteId}`;
  if (rule === undefined) return sql`t.site_id = ${siteId}`;
  if (isLeftOut(rule)) throw new Error(`${table} is left out: ${rule.leftOut}`);
  const { by, of, key = "id" } = rule;
  return sql`t.${sql.ref(by)} in (${rowsOf(of, sql`t.${sql.ref(key)}`, siteId)})`;
}

export type SiteTable = { table: string; leftOut: string | null; withoutColumns: readonly string[] };

/** All tables of the database: those that an export of a site has, and those that it leaves out. */
export async function listSiteTables(db: Db): Promise<SiteTable[]> {
  const { rows } = await sql<{ table: Table }>`
    select table_name as "table" from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'
    order by table_name`.execute(db);
  return rows.map(({ table }) => {
    const rule = rules.get(table);
    return { table, leftOut: isLeftOut(rule) ? rule.leftOut : null, withoutColumns: withoutColumns[table] ?? [] };
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
