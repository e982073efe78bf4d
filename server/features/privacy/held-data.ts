import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";

type Columns<Table extends keyof DB> = keyof DB[Table] & string;

/** What a table holds about a member: the columns given in the download (D3.9), and those withheld, with the reason. */
export type Held<Table extends keyof DB = keyof DB> = {
  /** The part's name in `data.json`. */
  part: string;
  table: Table & string;
  /** The column with the row's owner, */
  of: Columns<Table>;
  /** or with a row of this other table, which has the owner. */
  through?: { table: keyof DB & string; key: string; of: string };
  give: readonly Columns<Table>[];
  withhold?: Partial<Record<Columns<Table>, string>>;
  /** Columns that name another member. */
  people?: readonly Columns<Table>[];
  /** The column by which rows are sorted; absent if a member has at most one row. */
  by?: Columns<Table>;
};

const held = <Table extends keyof DB & string>(entry: Held<Table>) => entry as unknown as Held;

export const site = "the same for all rows: `site`";
const secret = "a secret: only the member's browser or mail has it";
const technical = "derived from the other columns, to find them faster";
export const key = "the browser's idempotency key, or the hash of the request stored with it";

/** The tables with data about one member. Those about two members are in `held-pairs.ts`. */
export const heldTables: readonly Held[] = [
  held({
    part: "account",
    table: "accounts",
    of: "id",
    give: [
      "id",
      "name",
      "email",
      "language",
      "status",
      "created_at",
      "confirmed_at",
      "paid_since",
      "notifications_disabled",
    ],
    withhold: {
      site_id: site,
      name_key: technical,
      name_key_capitals: technical,
      password_hash: secret,
      deleted_at: "empty while the account is in use",
      delete_reason: "empty while the account is in use",
      delete_comment: "empty while the account is in use",
    },
  }),
  held({
    part: "profile",
    table: "profiles",
    of: "member_id",
    give: [
      "name",
      "gender",
      "sexuality",
      "seeks_men",
      "seeks_women",
      "date_of_birth",
      "country",
      "region",
      "city_id",
      "latitude",
      "longitude",
      "hair_color",
      "eye_color",
      "body_type",
      "relationship_status",
      "tattoos",
      "interests",
      "about_me",
      "prefers_min_age",
      "prefers_max_age",
      "prefers_distance",
      "prefers_body_types",
      "goals",
      "preferences_at",
      "about_me_inspection",
      "about_me_inspection_since",
      "main_photo_id",
      "premium",
      "fictional",
      "automatic",
      "hides_fictional",
      "invisible",
      "introduces",
      "leaves_visits",
      "listed",
      "conversations_deleted",
      "sexuality_consent_at",
      "explicit_consent_at",
      "created_at",
      "last_active_at",
    ],
    withhold: {
      site_id: site,
      place: technical,
      latitude_band: technical,
      longitude_band: technical,
      interest_bits: technical,
      shows_photo: technical,
      match_wishes: technical,
    },
  }),
  held({
    part: "photos",
    table: "photos",
    of: "member_id",
    give: ["id", "status", "width", "height", "thumbhash", "caption", "position", "crop", "created_at"],
    withhold: { site_id: site, key, body_hash: key, edition: technical },
    by: "created_at",
  }),
  held({
    part: "likes_given",
    table: "likes",
    of: "from_id",
    give: ["to_id", "automatic", "created_at"],
    withhold: { site_id: site, seen: "whether the other member has looked is theirs to tell" },
    people: ["to_id"],
    by: "created_at",
  }),
  held({
    part: "likes_received",
    table: "likes",
    of: "to_id",
    give: ["from_id", "seen", "automatic", "created_at"],
    withhold: { site_id: site },
    people: ["from_id"],
    by: "created_at",
  }),
  held({
    part: "held_messages",
    table: "held_messages",
    of: "author_id",
    give: ["id", "conversation_id", "recipient_id", "body", "created_at", "refused"],
    withhold: { site_id: site, key },
    people: ["recipient_id"],
    by: "created_at",
  }),
  held({
    part: "credits",
    table: "wallets",
    of: "member_id",
    give: ["credits"],
    withhold: { site_id: site },
  }),
  held({
    part: "ledger",
    table: "ledger",
    of: "member_id",
    give: ["id", "amount", "balance", "cause", "cause_id", "created_at"],
    withhold: { site_id: site },
    by: "id",
  }),
  held({
    part: "payments",
    table: "payments",
    of: "member_id",
    give: [
      "id",
      "status",
      "credits",
      "amount_minor",
      "currency",
      "vat_percent",
      "country",
      "method",
      "provider",
      "provider_reference",
      "bundle_id",
      "return_to",
      "origin",
      "created_at",
      "completed_at",
    ],
    withhold: { site_id: site, key, body_hash: key, checkout_url: secret },
    by: "created_at",
  }),
  held({
    part: "blocked",
    table: "blocks",
    of: "blocker_id",
    give: ["blocked_id", "created_at"],
    withhold: { site_id: site },
    people: ["blocked_id"],
    by: "created_at",
  }),
  held({
    part: "reports_made",
    table: "reports",
    of: "reporter_id",
    give: ["id", "reported_id", "about", "reason", "text", "status", "created_at", "changed_at", "closed_at"],
    withhold: {
      site_id: site,
      about_id: "another member's profile, chat or photo; the chat is among the conversations",
      chat: "what both wrote, kept for a while for who looks into the report; deleted for both by a block",
      chat_until: "when that copy goes",
      chat_opened_at: "how staff worked on it",
      photo_until: "when a copy goes of another member's photo, which that one deleted",
    },
    people: ["reported_id"],
    by: "created_at",
  }),
  held({
    part: "visits_left",
    table: "visits",
    of: "visitor_id",
    give: ["visited_id", "visited_on"],
    withhold: { site_id: site, seen: "whether the other member has looked is theirs to tell" },
    people: ["visited_id"],
    by: "visited_on",
  }),
  held({
    part: "visits_received",
    table: "visits",
    of: "visited_id",
    give: ["visitor_id", "visited_on", "seen"],
    withhold: { site_id: site },
    people: ["visitor_id"],
    by: "visited_on",
  }),
  held({
    part: "introduced_to_you",
    table: "introductions",
    of: "member_id",
    give: ["day", "introduced_id"],
    withhold: { site_id: site },
    people: ["introduced_id"],
    by: "day",
  }),
  held({
    part: "introduced_to_others",
    table: "introductions",
    of: "introduced_id",
    give: ["day", "member_id"],
    withhold: { site_id: site },
    people: ["member_id"],
    by: "day",
  }),
  held({
    part: "notification_preferences",
    table: "notification_preferences",
    of: "account_id",
    give: ["kind", "channel", "enabled", "changed_at"],
    by: "changed_at",
  }),
  held({
    part: "push_subscriptions",
    table: "push_subscriptions",
    of: "account_id",
    give: ["user_agent", "time_zone", "created_at"],
    withhold: { id: technical, session_id: technical, endpoint: secret, p256dh: secret, auth: secret },
    by: "created_at",
  }),
  held({
    part: "notices",
    table: "notices",
    of: "member_id",
    give: ["kind", "from_id", "happened_at", "due_at", "mailed_at", "pushed_at"],
    withhold: { site_id: site },
    people: ["from_id"],
    by: "happened_at",
  }),
  held({
    part: "notices_sent",
    table: "notices_sent",
    of: "account_id",
    give: ["kind", "channel", "sent_at"],
    by: "sent_at",
  }),
  held({
    part: "came_from",
    table: "signup_tracking",
    of: "account_id",
    give: ["network", "ref", "sub1", "sub2", "sub3", "created_at"],
  }),
  held({
    part: "passkeys",
    table: "passkeys",
    of: "handle",
    through: { table: "passkey_users", key: "handle", of: "account_id" },
    give: ["id", "name", "rp_id", "transports", "synced", "counter", "created_at", "used_at"],
    withhold: { credential_id: secret, public_key: secret },
    by: "created_at",
  }),
  held({
    part: "known_devices",
    table: "known_devices",
    of: "account_id",
    give: ["user_agent", "created_at", "used_at"],
    withhold: { token_hash: secret },
    by: "created_at",
  }),
  held({
    part: "devices",
    table: "sessions",
    of: "account_id",
    give: ["user_agent", "country", "created_at", "used_at", "expires_at"],
    withhold: { id: technical, token_hash: secret, device_hash: secret },
    by: "created_at",
  }),
  held({
    part: "links_in_mails",
    table: "email_links",
    of: "account_id",
    give: ["kind", "email", "created_at", "expires_at", "spent_at"],
    withhold: { token_hash: secret },
    by: "created_at",
  }),
  held({
    part: "downloads",
    table: "data_downloads",
    of: "member_id",
    give: ["requested_at", "origin"],
    withhold: {
      id: "this very archive",
      site_id: site,
      ready_at: "this very archive",
      expires_at: "this very archive",
      bytes: "this very archive",
    },
    by: "requested_at",
  }),
];

export type Row = Record<string, unknown>;

/** A member's rows of a table, with the columns given in the download. */
export async function readHeld(db: Db, held: Held, memberId: string): Promise<Row[]> {
  const { table, of, through, give, by = of } = held;
  const columns = sql.join(give.map((column) => sql.ref(column)));
  const owner = through
    ? sql`(select ${sql.ref(through.key)} from ${sql.table(through.table)} where ${sql.ref(through.of)} = ${memberId})`
    : sql`(${memberId})`;
  const result = await sql<Row>`
    select ${columns} from ${sql.table(table)} where ${sql.ref(of)} in ${owner} order by ${sql.ref(by)}`.execute(db);
  return result.rows;
}
