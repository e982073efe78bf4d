import type { Insertable } from "kysely";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { usualGiftFactors } from "#contract/gifts.ts";
import { explicitInterests } from "#contract/profiles.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { nameKey } from "#server/features/auth/index.ts";
import { seeksOf } from "#server/features/profiles/index.ts";
import { type Person, uuid } from "./people.ts";
import { preferencesOf } from "./preferences.ts";
import { dice } from "./random.ts";
import { type Chat, type FirstMessage, type Like, matchesOf, type Visit } from "./ties.ts";
import type { Town } from "./towns.ts";

const signupCredits = 5;
/** The default of the setting `gift_credits`. */
const giftCredits = 5;
/** The default of the setting `answer_days`. */
const answerDays = 7;
const batch = 500;
/** Interests that need the member's consent to be shown (D11.5). */
const bold = new Set<string>(explicitInterests);

/** Inserts many rows in few statements. */
async function insertAll<T extends keyof DB & string>(db: Db, table: T, rows: Insertable<DB[T]>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += batch) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + batch))
      .execute();
  }
}

export type Inhabitant = Person & { siteId: number; place: Town };

export async function insertPeople(db: Db, people: readonly Inhabitant[], passwordHash: string): Promise<void> {
  const accounts = people.map((person) => ({
    id: person.id,
    site_id: person.siteId,
    name: person.name,
    name_key: nameKey(person.name),
    email: person.email,
    password_hash: passwordHash,
    language: person.language,
    status: "active",
    paid_since: person.premium ? person.createdAt : null,
    created_at: person.createdAt,
    confirmed_at: person.createdAt,
  }));
  const profiles = people.map((person) => ({
    member_id: person.id,
    site_id: person.siteId,
    name: person.name,
    gender: person.gender,
    sexuality: person.sexuality,
    ...seeksOf(person.gender, person.sexuality),
    date_of_birth: person.dateOfBirth,
    sexuality_consent_at: person.createdAt,
    country: person.country,
    ...person.place,
    hair_color: person.hair_color,
    eye_color: person.eye_color,
    body_type: person.body_type,
    relationship_status: person.relationship_status,
    tattoos: person.tattoos,
    interests: person.interests,
    explicit_consent_at: person.interests.some((code) => bold.has(code)) ? person.createdAt : null,
    about_me: person.aboutMe,
    ...preferencesOf(person),
    premium: person.premium,
    fictional: person.fictional,
    automatic: person.automatic,
    introduces: person.automatic,
    shown_to_visitors: person.shownToVisitors,
    listed: true,
    created_at: person.createdAt,
    last_active_at: person.lastActiveAt,
  }));
  await insertAll(db, "accounts", accounts);
  await insertAll(db, "profiles", profiles);
}

export async function insertLikes(db: Db, siteId: number, likes: readonly Like[]): Promise<void> {
  const rows = likes.map(({ from, to, at, seen }) => ({
    from_id: from.id,
    to_id: to.id,
    site_id: siteId,
    seen,
    created_at: at,
  }));
  await insertAll(db, "likes", rows);
  const matches = matchesOf(likes).map(({ a, b, at }) => ({ a_id: a.id, b_id: b.id, site_id: siteId, created_at: at }));
  await insertAll(db, "matches", matches);
}

export async function insertVisits(db: Db, siteId: number, visits: readonly Visit[]): Promise<void> {
  const rows = visits.map(({ visitor, visited, at, seen }) => ({
    visitor_id: visitor.id,
    visited_id: visited.id,
    site_id: siteId,
    visited_on: dayOf(at),
    seen,
  }));
  await insertAll(db, "visits", rows);
}

type Spent = {
  memberId: string;
  messageId: string;
  at: Date;
  credits: number;
  cause: "message" | "gift" | "no_answer" | "declined";
};

/** Inserts the chats, and returns what their lines cost, for the ledger. Automatic members pay nothing. */
export async function insertChats(db: Db, siteId: number, chats: readonly Chat[]): Promise<Spent[]> {
  const conversations: Insertable<DB["conversations"]>[] = [];
  const sides: Insertable<DB["conversation_members"]>[] = [];
  const messages: Insertable<DB["messages"]>[] = [];
  const gifts: Insertable<DB["gifts"]>[] = [];
  const promises: Insertable<DB["answer_promises"]>[] = [];
  for (const { a, b, lines, unread } of chats) {
    const random = dice(`ids ${a.id} ${b.id}`);
    const id = uuid(random);
    const [first, last] = [lines[0], lines.at(-1)];
    if (!first || !last) continue;
    const [low, high] = a.id < b.id ? [a, b] : [b, a];
    conversations.push({ id, site_id: siteId, a_id: low.id, b_id: high.id, started_by: a.id, created_at: first.at });
    for (const [mine, other] of [
      [a, b],
      [b, a],
    ] as const) {
      const waiting = last.author === other ? unread : 0;
      const opened = waiting > 0 ? lines.at(-1 - waiting) : last;
      sides.push({
        conversation_id: id,
        member_id: mine.id,
        other_id: other.id,
        unread: waiting,
        read_until: opened?.at ?? null,
        receipt_until: opened?.at ?? null,
        last_message_at: last.at,
        wrote: lines.some(({ author }) => author === mine),
      });
    }
    for (const [index, { author, text, at, gift }] of lines.entries()) {
      const messageId = uuid(random);
      const price = gift ? giftCredits * usualGiftFactors[gift] : 1;
      const seen = index < lines.length - unread;
      const recipient_id = author === a ? b.id : a.id;
      if (gift) gifts.push({ message_id: messageId, recipient_id, gift, opened_at: seen ? at : null });
      messages.push({
        id: messageId,
        conversation_id: id,
        author_id: author.id,
        author_kind: author.automatic ? "automatic" : "member",
        body: text,
        attachment: gift ? "gift" : null,
        credits: author.automatic ? 0 : price,
        key: uuid(random),
        created_at: at,
      });
      // an unanswered first message, as if it had been sent: a job gives its credits back when its time is over
      if (index > 0 || a.automatic || lines.some((line) => line.author === b)) continue;
      const due = new Date(at.getTime() + answerDays * dayMs);
      const pair = { author_id: a.id, recipient_id: b.id, conversation_id: id, site_id: siteId };
      promises.push({ ...pair, message_id: messageId, credits: price, sent_at: at, due_at: due });
    }
  }
  await insertAll(db, "conversations", conversations);
  await insertAll(db, "conversation_members", sides);
  await insertAll(db, "messages", messages);
  await insertAll(db, "gifts", gifts);
  await insertAll(db, "answer_promises", promises);
  return messages.flatMap(({ author_id, credits, attachment, id = "", created_at }) => {
    const cause: Spent["cause"] = attachment ? "gift" : "message";
    return credits > 0 ? [{ memberId: author_id, messageId: id, at: created_at as Date, credits, cause }] : [];
  });
}

/** Inserts the promises about first messages whose chats are gone, and returns what they cost and gave back. */
export async function insertPast(db: Db, siteId: number, past: readonly FirstMessage[]): Promise<Spent[]> {
  const promises: Insertable<DB["answer_promises"]>[] = [];
  const spent: Spent[] = [];
  for (const { from, to, at, endedAt, outcome } of past) {
    const random = dice(`past ${from.id} ${to.id}`);
    const messageId = uuid(random);
    const pair = { author_id: from.id, recipient_id: to.id, conversation_id: uuid(random), site_id: siteId };
    const due_at = new Date(at.getTime() + answerDays * dayMs);
    promises.push({ ...pair, message_id: messageId, credits: 1, sent_at: at, due_at, ended_at: endedAt, outcome });
    spent.push({ memberId: from.id, messageId, at, credits: 1, cause: "message" });
    if (outcome !== "answered") spent.push({ memberId: from.id, messageId, at: endedAt, credits: -1, cause: outcome });
  }
  await insertAll(db, "answer_promises", promises);
  return spent;
}

/**
 * Inserts wallets whose balance is the sum of their ledger (D7.1): welcome credits, credits for the demo, and spent
 * credits.
 */
export async function insertWallets(db: Db, people: readonly Inhabitant[], spent: readonly Spent[]): Promise<void> {
  const spendings = Map.groupBy(spent, (one) => one.memberId);
  const wallets: Insertable<DB["wallets"]>[] = [];
  const ledger: (Insertable<DB["ledger"]> & { created_at: Date })[] = [];
  for (const person of people) {
    const spendingsOfMember = (spendings.get(person.id) ?? []).toSorted(
      (one, other) => one.at.getTime() - other.at.getTime(),
    );
    let balance = 0;
    const book = (amount: number, cause: string, causeId: string, at: Date) => {
      balance += amount;
      const owner = { site_id: person.siteId, member_id: person.id };
      ledger.push({ ...owner, amount, balance, cause, cause_id: causeId, created_at: at });
    };
    // what comes back later must not be missing before
    const spentInAll = spendingsOfMember.reduce((sum, { credits }) => sum + Math.max(0, credits), 0);
    const gift = spentInAll + person.credits - signupCredits;
    book(signupCredits, "signup", person.id, person.createdAt);
    if (gift > 0) book(gift, "demo", person.id, person.createdAt);
    for (const { messageId, at, credits, cause } of spendingsOfMember) book(-credits, cause, messageId, at);
    wallets.push({ member_id: person.id, site_id: person.siteId, credits: balance });
  }
  await insertAll(db, "wallets", wallets);
  await insertAll(
    db,
    "ledger",
    ledger.toSorted((one, other) => one.created_at.getTime() - other.created_at.getTime()),
  );
}
