import type { SavedReply } from "#contract/complaints.ts";
import type { Language } from "#contract/constants.ts";
import { helplineOf, allHelplinesUrl as url } from "#contract/helplines.ts";
import { formatSums } from "#server/features/mails/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";

/**
 * The texts that staff send often, by what they answer; `locales/<lang>/replies.json` has them. `unproven`: to someone
 * who wrote without a login.
 */
const replies = {
  complaints: ["more_info", "payment", "technical", "privacy", "safety"],
  unproven: ["prove_identity"],
  statements: ["polite", "money", "contacts", "photos"],
  /** For those who lost money to a member. */
  victims: ["money_lost"],
  /** Answers to an objection. */
  appeals: ["stands", "reversed"],
  /** For a member whose measure is taken back without an objection. */
  lifts: ["mistake"],
  /** For members and guests who reported something. */
  reporters: ["no_rule", "no_offence"],
  /** For the members among them, who can end a contact. */
  members: ["block"],
} as const;

const languageOfReader = (callers: Language, readers: string | null) =>
  readers === null ? callers : languageOf(readers);

/** These texts in the language of who will read them, each with its title in that of the caller. */
export function savedReplies(
  { services: { texts }, language }: StaffContext,
  about: keyof typeof replies,
  readersLanguage: string | null,
): SavedReply[] {
  const reader = languageOfReader(language, readersLanguage);
  return replies[about].map((name) => ({
    title: texts.t(language, `replies:${about}.${name}.title`),
    text: texts.t(reader, `replies:${about}.${name}.text`),
    id: null,
  }));
}

const mails =
  /(?<!\p{L})(?:(?:news|nyheds|nieuws)?(?:e-?mail|e-?post|mail|mejl|letter|brev|brie[fv])|courriel|correo|sähköposti|notifi|benachrichtigung|melding|powiadomie|varsl|notis|ilmoitu)/iu;
const stops =
  /(?<!\p{L})(?:off|stop|unsubscribe|too many|no more|abschalt|ausschalt|abbestell|abmeld|aufhör|zu viele|afmeld|slår? (?:[\p{L}-]+ ){0,3}(?:fra|av)|for mange|desactiv|dejar de|darme de baja|demasiad|pois|lopet|liikaa|désactiv|arrêt|désabonn|désinscri|trop de|ne plus|disattiv|disiscriv|smett|troppe|avmeld|uitzet|uit te zetten|uitschakel|te veel|wyłącz|wypis|przesta|za dużo|stäng|avregistrer|avprenumer|sluta|för många)/iu;

/** Whether a letter is about too many emails, by its words in any of our languages. */
export const asksToStopMails = (words: string): boolean => mails.test(words) && stops.test(words);

/** How a member stops our emails, by the names on their screen. `words`: what they wrote. */
export function emailsReply(
  { services: { texts }, language }: StaffContext,
  readers: string | null,
  words: string,
): SavedReply {
  const reader = languageOfReader(language, readers);
  const names = {
    settings: texts.t(reader, "navigation:account.settings"),
    notifications: texts.t(reader, "notifications:settings.title"),
    email: texts.t(reader, "notifications:settings.email"),
  };
  return {
    title: texts.t(language, "replies:emails.title"),
    text: texts.t(reader, "replies:emails.text", names),
    id: null,
    fits: asksToStopMails(words),
  };
}

type Refunded = { amount: number; credits: number; currency: string };

/** What staff write once they have refunded what is left of a payment, in the language of who complained. */
export function refundedReply(
  { services: { texts }, language }: StaffContext,
  readers: string | null,
  refund: Refunded,
) {
  const reader = languageOfReader(language, readers);
  return texts.t(reader, "replies:refunded.text", { amount: formatSums(reader, [refund]), credits: refund.credits });
}

/** What staff write once they have cancelled a direct debit, in the language of who complained. */
export function stoppedReplies(
  { services: { texts }, language }: StaffContext,
  readers: string | null,
  payment: { amount: number; currency: string },
) {
  const reader = languageOfReader(language, readers);
  const answer = texts.t(reader, "replies:stopped.text", { amount: formatSums(reader, [payment]) });
  return { answer, refused: `${answer} ${texts.t(reader, "replies:stopped.refused")}` };
}

/** What staff ask a buyer whose withdrawal names no purchase that they know of; `isKnown`: their account has some. */
export const withdrawalReply = (
  { services: { texts }, language }: StaffContext,
  readers: string | null,
  { fits, isKnown }: { fits: boolean; isKnown: boolean },
): SavedReply => ({
  title: texts.t(language, "replies:withdrawal.title"),
  text: texts.t(
    languageOfReader(language, readers),
    isKnown ? "replies:withdrawal.text" : "replies:withdrawal.text_unknown",
  ),
  id: null,
  fits,
});

/** What a member reads who was banned before, under another account. */
export const samePersonReply = (
  { services: { texts }, language }: Pick<StaffContext, "services" | "language">,
  readers: string | null,
): string => texts.t(languageOfReader(language, readers), "replies:again.text");

type Reader = { language: string | null; country: string };

/** What staff write to someone under 18, with the helpline for children of their country. */
export function minorReply({ services: { texts }, language }: StaffContext, reader: Reader): SavedReply {
  const { children: line } = helplineOf(reader.country) ?? {};
  const readers = languageOfReader(language, reader.language);
  return {
    title: texts.t(language, "replies:statements.minor.title"),
    text:
      line === undefined
        ? texts.t(readers, "replies:statements.minor.text_all", { url })
        : texts.t(readers, "replies:statements.minor.text", { line }),
    id: null,
  };
}

/**
 * What staff answer to a member or a guest who reported: also if they are afraid, or worry about someone, with their
 * emergency number. `country`: null for a guest.
 */
export function reporterReplies(ctx: StaffContext, reader: { language: string | null; country: string | null }) {
  const { texts } = ctx.services;
  const { emergency } = (reader.country === null ? undefined : helplineOf(reader.country)) ?? {};
  const readers = languageOfReader(ctx.language, reader.language);
  const urgent = (["afraid", "worried"] as const).map((name) => ({
    title: texts.t(ctx.language, `replies:reporters.${name}.title`),
    text:
      emergency === undefined
        ? texts.t(readers, `replies:reporters.${name}.text_all`)
        : texts.t(readers, `replies:reporters.${name}.text`, { emergency }),
    id: null,
  }));
  const isMember = reader.country !== null;
  return [
    ...urgent,
    ...savedReplies(ctx, "reporters", reader.language),
    ...(isMember ? savedReplies(ctx, "members", reader.language) : []),
  ];
}

/**
 * What staff write to a member who may harm themselves, and to one who is threatened, with the numbers of the country.
 */
export function dangerReplies(
  { services: { texts }, language }: StaffContext,
  { language: readersLanguage, country }: Reader,
): [selfHarm: SavedReply, threatened: SavedReply] {
  const { emergency, lines } = helplineOf(country) ?? {};
  const reader = languageOfReader(language, readersLanguage);
  const selfHarm = {
    title: texts.t(language, "replies:danger.self_harm.title"),
    text:
      emergency === undefined || lines === undefined
        ? texts.t(reader, "replies:danger.self_harm.text_all", { url })
        : texts.t(reader, "replies:danger.self_harm.text", { emergency, lines, url }),
    id: null,
  };
  const threatened = {
    title: texts.t(language, "replies:danger.threatened.title"),
    text:
      emergency === undefined
        ? texts.t(reader, "replies:danger.threatened.text_all")
        : texts.t(reader, "replies:danger.threatened.text", { emergency }),
    id: null,
  };
  return [selfHarm, threatened];
}
