import { randomBytes, randomUUID } from "node:crypto";
import { dayOf } from "#contract/days.ts";
import type { Retention } from "#server/db/delete-by-age.ts";
import { insertPairRow } from "#server/db/test-pair-row.ts";
import { plantEndpoint } from "#server/features/advertising/webhooks/test-endpoints.ts";
import { features } from "#server/features/index.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import type { JobTown } from "./test-job-town.ts";

/** What tests call a period by: `visits.visited_on 90`. */
export const labelOf = ({ table, column, keepDays }: Retention) => `${table}.${column} ${keepDays}`;

type Plant = (town: JobTown, at: Date) => Promise<unknown>;

const token = () => ({ token_hash: randomBytes(32) });
const complaint = { kind: "complaint", email: "x", language: "en", text: "x", logged_in: false };
const origin = {
  lander: "x",
  slug: "",
  variant: "",
  network: "x",
  ref: "",
  language: "en",
  sub1: "",
  sub2: "",
  sub3: "",
};

/** The periods of tables between two members: their rows are made from the table's columns. */
const oldPairRows = Object.fromEntries(
  features.flatMap(({ retention = [], pairTables = [] }) =>
    retention.flatMap((period) =>
      pairTables
        .filter(({ table }) => table === period.table)
        .map((table): [string, Plant] => [
          labelOf(period),
          async ({ services, member, siteId }, at) =>
            await insertPairRow(services.db, table, [(await member()).id, (await member()).id], { siteId, at }),
        ]),
    ),
  ),
);

/** A row of each period in `retention.ts`, whose age counts from a moment. */
export const oldRows: Readonly<Record<string, Plant>> = {
  ...oldPairRows,
  "idempotency_keys.created_at 1": ({ insert }, created_at) => {
    const key = { scope: "visitor", call: "POST /api/x.php", body_hash: Buffer.from("x"), answer: "{}" };
    return insert("idempotency_keys", { ...key, key: randomUUID(), created_at });
  },
  "outbox.created_at 30": ({ insert, siteId: site_id }, created_at) => {
    const mail = { site_id, channel: "mail", recipient: "a@example.org", subject: "x", body_text: "x" };
    return insert("outbox", { ...mail, created_at });
  },
  "sessions.expires_at 0": ({ insert, eva, ago }, expires_at) =>
    insert("sessions", { account_id: eva.id, ...token(), created_at: ago(9), used_at: ago(9), expires_at }),
  "email_links.expires_at 30": ({ insert, eva, ago }, expires_at) =>
    insert("email_links", { account_id: eva.id, ...token(), kind: "login", created_at: ago(9), expires_at }),
  "known_devices.used_at 180": ({ insert, eva, ago }, used_at) =>
    insert("known_devices", { account_id: eva.id, ...token(), created_at: ago(9), used_at }),
  "spent_challenges.expires_at 0": ({ insert }, expires_at) =>
    insert("spent_challenges", { hash: randomBytes(32), expires_at }),
  "updates.created_at 365": ({ insert, eva }, created_at) =>
    insert("updates", { member_id: eva.id, kind: "new_device", path: "x", created_at }),
  "first_messages.created_at 1": (town, at) => insertFirstMessage(town, at, false),
  "first_messages.created_at 30": (town, at) => insertFirstMessage(town, at, true),
  "message_risks.created_at 30": async ({ insert, eva, siteId, member, ago }, created_at) => {
    const [a_id = "", b_id = ""] = [eva.id, (await member()).id].sort();
    const begun = { site_id: siteId, a_id, b_id, started_by: eva.id, created_at: ago(31) };
    const { id: conversation_id } = await insert("conversations", begun, "id");
    const message = { conversation_id, author_id: eva.id, body: "x", credits: 0, key: randomUUID() };
    const { id: message_id } = await insert("messages", { ...message, created_at: ago(31) }, "id");
    await insert("message_risks", { message_id, risks: ["contact"], created_at });
  },
  "banned_mailboxes.created_at 1825": ({ insert, siteId }, created_at) =>
    insert("banned_mailboxes", { site_id: siteId, mailbox_hash: randomBytes(32), created_at }),
  "imported_members.created_at 30": ({ insert, siteId }, created_at) =>
    insert("imported_members", {
      ...{ site_id: siteId, mailbox_hash: randomBytes(32), email: `${randomUUID()}@example.org`, language: "en" },
      ...{ source: "Elsewhere", details: "{}", created_at },
    }),
  "imported_mailboxes.created_at 365": ({ insert, siteId }, created_at) =>
    insert("imported_mailboxes", { site_id: siteId, mailbox_hash: randomBytes(32), created_at }),
  "listed_mailboxes.created_at 1825": ({ insert, siteId }, created_at) =>
    insert("listed_mailboxes", { site_id: siteId, mailbox_hash: randomBytes(32), created_at }),
  "shared_refusals.decided_at 1825": async ({ insert }, decided_at) => {
    const installation = randomUUID();
    await insert("installations", { name: installation });
    await insert("shared_refusals", { kind: "mailbox", hash: randomBytes(32), installation, decided_at });
  },
  "banned_addresses.created_at 1825": ({ insert, siteId }, created_at) =>
    insert("banned_addresses", { site_id: siteId, email: `${randomUUID()}@example.org`, cause: "staff", created_at }),
  "blocked_chats.last_at 90": async ({ insert, member, eva }, last_at) => {
    const { id: other_id } = await member();
    const paid = { conversation_id: randomUUID(), paid_ids: [], paid_credits: [] };
    await insert("blocked_chats", { ...paid, member_id: eva.id, other_id, last_at });
  },
  "reviews.closed_at 365": ({ insert, eva, siteId, ago }, closed_at) =>
    insert("reviews", { site_id: siteId, member_id: eva.id, recipients: 3, opened_at: ago(400), closed_at }),
  "reports.closed_at 365": async ({ insert, member, siteId, ago }, closed_at) => {
    const [anna, ben] = [await member(), await member()];
    const about = { reporter_id: anna.id, reported_id: ben.id, about: "profile", about_id: ben.id, reason: "other" };
    const times = { created_at: ago(400), changed_at: ago(400), closed_at };
    await insert("reports", { site_id: siteId, ...about, status: "closed", ...times });
  },
  "statements.created_at 730": ({ insert, eva, siteId }, created_at) => {
    const statement = { site_id: siteId, member_id: eva.id, decision_id: randomUUID(), side: "owner" };
    return insert("statements", { ...statement, decision: "warned", words: "x", created_at });
  },
  "complaints.closed_at 365": ({ insert, siteId, ago }, closed_at) =>
    insert("complaints", { site_id: siteId, number: randomUUID(), ...complaint, created_at: ago(400), closed_at }),
  "complaints.created_at 7": ({ insert, siteId }, created_at) =>
    insert("complaints", { site_id: siteId, number: randomUUID(), ...complaint, kind: "ban", created_at }),
  "content_notices.asked_at 365": ({ insert, siteId, ago }, asked_at) => {
    const notice = { site_id: siteId, name: "x", email: "x", language: "en", place: "x", reason: "scam", text: "x" };
    return insert("content_notices", { ...notice, mailed: true, question: "x", created_at: ago(400), asked_at });
  },
  "content_notices.decided_at 365": ({ insert, siteId, ago }, decided_at) => {
    const notice = { site_id: siteId, name: "x", email: "x", language: "en", place: "x", reason: "scam", text: "x" };
    return insert("content_notices", { ...notice, mailed: true, acted: false, created_at: ago(400), decided_at });
  },
  // the newest row of a month stays, so a later one comes with it
  "fair_days.day 396": async ({ insert, services, siteId: site_id }, at) => {
    await services.db.deleteFrom("fair_days").execute();
    const figures = { members: 0, fictional: 0, answer_days: 7, totals: "{}" };
    for (const day of [dayOf(at), `${dayOf(at).slice(0, 8)}28`])
      await insert("fair_days", { site_id, day, ...figures });
  },
  "notices.happened_at 7": async ({ insert, member, eva, siteId }, happened_at) => {
    const { id: from_id } = await member();
    await insert("notices", { member_id: eva.id, from_id, kind: "like", site_id: siteId, due_at: null, happened_at });
  },
  "notices_sent.sent_at 7": ({ insert, eva }, sent_at) =>
    insert("notices_sent", { account_id: eva.id, kind: "like", channel: "email", sent_at }),
  "mail_feedback.at 60": ({ insert, eva }, at) =>
    insert("mail_feedback", { account_id: eva.id, mail_id: randomUUID(), kind: "soft_bounce", mail_epoch: 0, at }),
  "staff_sessions.expires_at 0": async ({ insert, staff, ago }, expires_at) => {
    const times = { created_at: ago(2), used_at: ago(2), expires_at };
    await insert("staff_sessions", { staff_id: await staff(), ...token(), ...times, user_agent: "x" });
  },
  "staff_invitations.expires_at 0": async ({ insert, staff }, expires_at) =>
    await insert("staff_invitations", { staff_id: await staff(), ...token(), expires_at }),
  "staff_reads.hour 1": async ({ insert, staff }, hour) =>
    await insert("staff_reads", { staff_id: await staff(), thing: randomBytes(32), hour }),
  "staff_claims.until 0": async ({ insert, staff }, until) =>
    await insert("staff_claims", { queue: "photos", item: randomUUID(), staff_id: await staff(), until }),
  "held_decisions.held_at 30": async ({ insert, staff }, held_at) => {
    const held = { id: randomUUID(), queue: "photos", item: randomUUID(), staff_id: await staff() };
    await insert("held_decisions", { ...held, decision: "{}", held_at });
  },
  "staff_handovers.created_at 30": async ({ insert, staff }, created_at) => {
    const handover = { queue: "photos", item: randomUUID(), staff_id: await staff(), note: "x" };
    await insert("staff_handovers", { ...handover, created_at });
  },
  "proposals.decided_at 365": async ({ insert, staff, siteId, ago }, decided_at) => {
    const proposal = { site_id: siteId, kind: "credits", change: "{}", staff_id: await staff(), created_at: ago(375) };
    await insert("proposals", { ...proposal, expires_at: ago(368), state: "expired", decided_at });
  },
  "audit_checks.checked_at 365": ({ insert }, checked_at) =>
    insert("audit_checks", { checked_at, last_id: 0, hash: randomBytes(32) }),
  "sms_handed_over.handed_over_at 7": ({ insert }, handed_over_at) =>
    insert("sms_handed_over", { id: randomUUID(), handed_over_at }),
  "sms_days.day 7": ({ insert, siteId }, at) =>
    insert("sms_days", { site_id: siteId, day: dayOf(at), queued: 1, stopped: false }),
  "direct_debits.created_at 1": ({ plantDirectDebit, services, eva, siteId }, now) =>
    plantDirectDebit(services.db, { memberId: eva.id, siteId, now }),
  "direct_debit_uses.confirmed_at 396": ({ insert, siteId }, confirmed_at) => {
    const keys = { iban_key: randomBytes(32), phone_key: randomBytes(32) };
    return insert("direct_debit_uses", { id: randomUUID(), site_id: siteId, ...keys, amount_minor: 9, confirmed_at });
  },
  "genesis_checkouts.created_at 731": async ({ insert, services, eva, siteId }, created_at) => {
    const payment_id = await plantPayment(services, { id: eva.id, siteId }, { created_at });
    const form = { payment_id, reference: randomUUID(), checkout_url: "https://wpf.example/", remember: false };
    await insert("genesis_checkouts", { ...form, created_at });
  },
  "genesis_checkouts.created_at 30": ({ insert }, created_at) =>
    insert("genesis_checkouts", { payment_id: randomUUID(), reference: randomUUID(), remember: false, created_at }),
  "refused_ibans.refused_at 1096": ({ insert, siteId }, refused_at) =>
    insert("refused_ibans", { site_id: siteId, iban_key: randomBytes(32), refused_at }),
  "withdrawals.created_at 365": ({ insert, siteId }, created_at) =>
    insert("withdrawals", { site_id: siteId, outcome: "recorded", email: "x", number: randomUUID(), created_at }),
  "rejected_photos.rejected_at 1825": ({ insert, siteId }, rejected_at) =>
    insert("rejected_photos", { site_id: siteId, body_hash: randomBytes(32), decision_id: randomUUID(), rejected_at }),
  "bounces.day 731": ({ insert, siteId }, at) =>
    insert("bounces", { site_id: siteId, day: dayOf(at), screen: randomUUID(), network: "", visits: 2 }),
  "postbacks.created_at 30": async ({ insert, siteId }, created_at) => {
    const conversion = { ...origin, site_id: siteId, step: "signup", day: dayOf(created_at) };
    const { id } = await insert("conversions", conversion, "id");
    const postback = { conversion_id: id, url: "https://net.example/", status: "sent", next_at: created_at };
    await insert("postbacks", { ...postback, created_at });
  },
  "webhook_deliveries.created_at 30": async ({ insert, services }, created_at) => {
    const { id: endpoint_id } = await plantEndpoint(services);
    await insert("webhook_deliveries", { endpoint_id, type: "test", data: "{}", next_at: created_at, created_at });
  },
};

function insertFirstMessage({ insert, eva, siteId }: JobTown, created_at: Date, risky: boolean) {
  const first = { site_id: siteId, author_id: eva.id, conversation_id: randomUUID(), begins: true };
  return insert("first_messages", { ...first, text_hash: randomBytes(32), risky, created_at });
}
