import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

type NewConsent = {
  memberId: string;
  subject: string;
  given: boolean;
  words: string | null;
  language: string | null;
  now: Date;
  /** A consent that was given is given again, to other words. */
  isAgain: boolean;
};

/** Adds to the history of a consent, if it differs from the last entry. Without one the member had not agreed. */
export async function insertIfChanged(db: Db, consent: NewConsent): Promise<void> {
  const { memberId, subject, given: isGiven, words, language, now, isAgain } = consent;
  await sql`
    insert into consents (member_id, subject, given, words, language, created_at)
    select ${memberId}, ${subject}, ${isGiven}, ${words}, ${language}, ${now}
    where ${isAgain} or ${isGiven} <> coalesce(
      (select given from consents where member_id = ${memberId} and subject = ${subject} order by id desc limit 1),
      false)`.execute(db);
}
