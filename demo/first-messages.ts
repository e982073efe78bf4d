import type { Insertable } from "kysely";
import { dayMs, hourMs } from "#contract/durations.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { answerDays, type Chat, type Spent, talk } from "./chats.ts";
import { insertAll } from "./insert.ts";
import { findLaterSignup, fits } from "./pairs.ts";
import { type Person, uuid } from "./people.ts";
import { questionsFor } from "./questions.ts";
import { dice, momentBetween } from "./random.ts";

/** How someone near a demo login answers the first messages that they got, so that a login meets each state. */
type Habit = { answered: number; hours: number; hidden?: boolean; limited?: boolean };

const received = 10;
const habits: readonly Habit[] = [
  { answered: 8, hours: 5 },
  { answered: 5, hours: 50 },
  { answered: 1, hours: 30 },
  { answered: 9, hours: 3, hidden: true },
  { answered: 7, hours: 40, limited: true },
];

/** A member of the demo world who gets first messages, how they answer, and the login that finds them. */
type Recipient = Habit & { person: Person; login: Person };

/** The members near a login who get first messages: people without a chat with the login, those of these days first. */
function recipientsNear(login: Person, people: readonly Person[], chats: readonly Chat[], now: Date): Recipient[] {
  const partners = new Set(chats.filter(({ a, b }) => a === login || b === login).flatMap(({ a, b }) => [a, b]));
  const years = (person: Person) => Math.abs(Date.parse(person.dateOfBirth) - Date.parse(login.dateOfBirth));
  const isRecent = ({ lastActiveAt }: Person) => now.getTime() - lastActiveAt.getTime() < 2 * dayMs;
  const near = people
    .filter((person) => !person.automatic && !person.fictional && !partners.has(person) && fits(login, person))
    .filter((person) => now.getTime() - person.createdAt.getTime() > 30 * dayMs)
    .sort(
      (one, other) =>
        Number(isRecent(other)) - Number(isRecent(one)) ||
        Number(other.nearLargest) - Number(one.nearLargest) ||
        years(one) - years(other),
    );
  return habits.flatMap((habit, index) => {
    const person = near[index];
    return person ? [{ ...habit, person, login }] : [];
  });
}

/**
 * First messages of the last two months to members near the demo logins, some of them answered (R10.03). Free members
 * keep to the two chats that they may begin.
 */
export function firstMessagesNear(
  seed: string,
  {
    logins,
    people,
    chats,
    now,
  }: { logins: readonly Person[]; people: readonly Person[]; chats: readonly Chat[]; now: Date },
): { recipients: Recipient[]; chats: Chat[] } {
  const pairs = new Set(chats.flatMap(({ a, b }) => [`${a.id} ${b.id}`, `${b.id} ${a.id}`]));
  const begun = new Map<Person, number>();
  const begins = (person: Person) => begun.set(person, (begun.get(person) ?? 0) + 1);
  for (const { a } of chats) begins(a);
  const recipients = logins.flatMap((login) => recipientsNear(login, people, chats, now));
  const busy = new Set(recipients.map(({ person }) => person));
  const mayBegin = (person: Person) => person.premium || (begun.get(person) ?? 0) < 2;
  const written = recipients.flatMap(({ person: to, answered, hours }) => {
    const random = dice(`${seed} first messages ${to.id}`);
    const authors = people.filter(
      (from) =>
        !from.automatic &&
        !from.fictional &&
        !busy.has(from) &&
        from.gender !== to.gender &&
        mayBegin(from) &&
        !pairs.has(`${from.id} ${to.id}`) &&
        now.getTime() - from.createdAt.getTime() > 12 * dayMs,
    );
    return random.some(authors, received).map((from, index): Chat => {
      begins(from);
      const joined = Math.max(from.createdAt.getTime(), to.createdAt.getTime(), now.getTime() - 55 * dayMs);
      const at = joined + (now.getTime() - 10 * dayMs - joined) * random.next();
      const isAnswered = index < answered;
      const lines = talk(random, from, to, isAnswered ? 2 : 1, new Date(at), new Date(at + hourMs));
      for (const [place, line] of lines.entries()) line.at = new Date(at + place * hours * hourMs);
      return { a: from, b: to, lines, unread: isAnswered ? 0 : 1 };
    });
  });
  return { recipients, chats: written };
}

/** Hides the odds of one recipient near each login; another one lets only other people write first. */
export async function setRecipients(db: Db, recipients: readonly Recipient[], now: Date): Promise<void> {
  for (const { person, login, hidden = false, limited = false } of recipients) {
    if (!hidden && !limited) continue;
    const older = ageAt(login.dateOfBirth, now) + 4;
    await db
      .updateTable("profiles")
      .set({
        shows_odds: !hidden,
        ...(limited && {
          only_fitting_write: true,
          only_verified_write: true,
          prefers_min_age: older,
          prefers_max_age: older + 15,
          preferences_at: person.createdAt,
        }),
      })
      .where("member_id", "=", person.id)
      .execute();
  }
}

/** A first message of the past whose chat is gone; the promise about it ended at `endedAt`. */
export type FirstMessage = {
  from: Person;
  to: Person;
  at: Date;
  endedAt: Date;
  outcome: "answered" | "no_answer" | "declined";
  withQuestion: boolean;
};

/**
 * First messages of the last months, once for a pair that has no chat, between people who could be interested in each
 * other; so many of each gender that the figures of `/fair` have something to show. Programs and
 * fictional profiles neither write nor get any: no one pays for a message to them (D14.1).
 */
export function firstMessagesAmong(
  seed: string,
  people: readonly Person[],
  chats: readonly Chat[],
  now: Date,
): FirstMessage[] {
  const pairOf = (one: Person, other: Person) => [one.id, other.id].sort().join(" ");
  const pairs = new Set(chats.map(({ a, b }) => pairOf(a, b)));
  const persons = people.filter(({ fictional, automatic }) => !fictional && !automatic);
  return persons.flatMap((from) => {
    const random = dice(`first messages ${seed} ${from.id}`);
    const fitting = persons.filter((to) => fits(from, to) && !pairs.has(pairOf(from, to)));
    return random.some(fitting, random.between(3, 8)).flatMap((to) => {
      const since = Math.max(findLaterSignup(from, to), now.getTime() - 110 * dayMs);
      const until = now.getTime() - 8 * dayMs;
      if (since > until) return [];
      pairs.add(pairOf(from, to));
      const at = momentBetween(random, since, until);
      const withQuestion = questionsFor(to).length > 0 && dice(`question ${from.id} ${to.id}`).chance(0.3);
      const answers = (from.gender === "female" ? 0.4 : 0.22) + (withQuestion ? 0.12 : 0);
      const drawn = random.next();
      const outcome = drawn < answers ? "answered" : drawn < answers + 0.1 ? "declined" : "no_answer";
      const days = outcome === "declined" ? random.between(0, 4) + random.next() : 7;
      return [{ from, to, at, endedAt: new Date(at.getTime() + days * dayMs), outcome, withQuestion } as const];
    });
  });
}

/** Inserts the promises about first messages whose chats are gone, and returns what they cost and gave back. */
export async function insertPast(db: Db, siteId: number, past: readonly FirstMessage[]): Promise<Spent[]> {
  const promises: Insertable<DB["answer_promises"]>[] = [];
  const spent: Spent[] = [];
  for (const { from, to, at, endedAt, outcome, withQuestion } of past) {
    const random = dice(`past ${from.id} ${to.id}`);
    const messageId = uuid(random);
    const pair = { author_id: from.id, recipient_id: to.id, conversation_id: uuid(random), site_id: siteId };
    const due_at = new Date(at.getTime() + answerDays * dayMs);
    const promise = { ...pair, message_id: messageId, credits: 1, with_question: withQuestion, sent_at: at, due_at };
    promises.push({ ...promise, ended_at: endedAt, outcome });
    spent.push({ memberId: from.id, causeId: messageId, at, credits: 1, cause: "message" });
    if (outcome !== "answered")
      spent.push({ memberId: from.id, causeId: messageId, at: endedAt, credits: -1, cause: outcome });
  }
  await insertAll(db, "answer_promises", promises);
  return spent;
}
