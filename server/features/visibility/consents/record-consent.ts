import type { Language } from "#contract/constants.ts";
import type { Db } from "#server/db/pool.ts";
import type { Site } from "#server/site.ts";
import type { Texts } from "#server/texts.ts";
import { insertIfChanged } from "./store.ts";
import { type ConsentSubject, consentValues, consentWords } from "./words.ts";

/** What the words depend on. */
export type ConsentCaller = {
  services: { texts: Texts };
  site: { settings: Pick<Site["settings"], "name"> };
  language: Language;
};

type Change = { memberId: string; subject: ConsentSubject };

type NewConsent = Change & { given: boolean; isAgain?: boolean; values?: Record<string, string> };

/**
 * With the words on the screen, in the request's language (GDPR, article 7(1)). Does nothing if they had already,
 * except for other words (`isAgain`). `values` are those of the words' own placeholders. Call it after the change
 * itself, whose row lock orders two requests at once.
 */
export async function recordConsent(
  { db, services, site, language, now }: ConsentCaller & { db: Db; now: Date },
  { given: isGiven, values: ownValues, isAgain = false, ...change }: NewConsent,
): Promise<void> {
  if (!isGiven) return await recordWithdrawal(db, change, now);
  const values = { site: site.settings.name, ...consentValues, ...ownValues };
  const words = consentWords[change.subject].map((key) => services.texts.t(language, key, values)).join("\n");
  await insertIfChanged(db, { ...change, given: true, words, language, now, isAgain });
}

/** Records that a member withdrew a consent, unless they had already. */
export async function recordWithdrawal(db: Db, change: Change, now: Date): Promise<void> {
  await insertIfChanged(db, { ...change, given: false, words: null, language: null, now, isAgain: false });
}
