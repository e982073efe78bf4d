import type { SavedReply } from "#contract/complaints.ts";
import { helplineOf, allHelplinesUrl as url } from "#contract/helplines.ts";
import { textRejections } from "#contract/office.ts";
import { formatSums } from "#server/features/mails/index.ts";
import type { StaffContext } from "#server/http/handle.ts";
import { languageOf } from "#server/http/language.ts";
import type { TextParams } from "#server/texts.ts";

/**
 * The texts that staff send often, by what they answer; `locales/<lang>/replies.json` has them. `unproven`: to someone
 * who wrote without a login.
 */
const replies = {
  complaints: ["more_info", "payment", "technical", "privacy", "safety"],
  unproven: ["prove_identity"],
  statements: ["polite", "threats", "hatred", "money", "contacts", "photos", "fake", "illegal"],
  /** For those who lost money to a member. */
  victims: ["money_lost"],
  /** Answers to an objection. */
  appeals: ["stands", "reversed"],
  /** For a member whose measure is taken back without an objection. */
  lifts: ["mistake"],
  /** For members and guests who reported something. */
  reporters: ["no_rule", "no_offence"],
  /** For guests whose report names no member. */
  guests: ["which"],
  /** For the members among them, who can end a contact. */
  members: ["block"],
} as const;

/** With which reasons of a measure a text stands at hand, and with which verdicts it would be wrong. */
const marks: Partial<Record<(typeof replies)[keyof typeof replies][number], Pick<SavedReply, "grounds" | "not_with">>> =
  {
    polite: { grounds: ["harassment"] },
    threats: { grounds: ["danger"] },
    hatred: { grounds: ["hatred"] },
    money: { grounds: ["scam"] },
    contacts: { grounds: ["contact_details", "advertising"] },
    photos: { grounds: ["someone_else"] },
    fake: { grounds: ["fake"] },
    illegal: { grounds: ["illegal"] },
    stands: { not_with: ["upheld"] },
    reversed: { not_with: ["rejected"] },
  };

type Context = Pick<StaffContext, "services" | "language">;

/** Texts of `replies.json` in the language of their reader, null: the caller's, with titles in that of the caller. */
function repliesFor({ services: { texts }, language }: Context, readers: string | null) {
  const reader = readers === null ? language : languageOf(readers);
  const text = (key: string, params?: TextParams) => texts.t(reader, `replies:${key}`, params);
  const reply = (key: string, words: string): SavedReply => ({
    title: texts.t(language, `replies:${key}.title`),
    text: words,
    id: null,
  });
  /** `facts`: what the text says of the reader's country; undefined: it is not known. */
  const localReply = (key: string, facts: TextParams | undefined, others: TextParams = {}) =>
    reply(key, facts ? text(`${key}.text`, { ...others, ...facts }) : text(`${key}.text_all`, others));
  return { reader, text, reply, localReply };
}

/** These texts in the language of their reader, each with its title in that of the caller. */
export function savedReplies(
  ctx: StaffContext,
  about: keyof typeof replies,
  readers: string | null,
  situation: Pick<SavedReply, "fits"> = {},
): SavedReply[] {
  const { text, reply } = repliesFor(ctx, readers);
  return replies[about].map((name) => ({
    ...reply(`${about}.${name}`, text(`${about}.${name}.text`)),
    ...situation,
    ...marks[name],
  }));
}

const mails =
  /(?<!\p{L})(?:(?:news|nyheds|nieuws)?(?:e-?mail|e-?post|mail|mejl|letter|brev|brie[fv])|courriel|correo|sähköposti|notifi|benachrichtigung|melding|powiadomie|varsl|notis|ilmoitu)/iu;
const stops =
  /(?<!\p{L})(?:off|stop|unsubscribe|too many|no more|abschalt|ausschalt|abbestell|abmeld|aufhör|zu viele|afmeld|slår? (?:[\p{L}-]+ ){0,3}(?:fra|av)|for mange|desactiv|dejar de|darme de baja|demasiad|pois|lopet|liikaa|désactiv|arrêt|désabonn|désinscri|trop de|ne plus|disattiv|disiscriv|smett|troppe|avmeld|uitzet|uit te zetten|uitschakel|te veel|wyłącz|wypis|przesta|za dużo|stäng|avregistrer|avprenumer|sluta|för många)/iu;

/** Whether a letter is about too many emails, by its words in any of our languages. */
export const asksToStopMails = (words: string): boolean => mails.test(words) && stops.test(words);

/** How a member stops our emails, by the names on their screen. `words`: what they wrote. */
export function emailsReply(ctx: StaffContext, readers: string | null, words: string): SavedReply {
  const { texts } = ctx.services;
  const { reader, text, reply } = repliesFor(ctx, readers);
  const names = {
    settings: texts.t(reader, "navigation:account.settings"),
    notifications: texts.t(reader, "notifications:settings.title"),
    email: texts.t(reader, "notifications:settings.email"),
  };
  return { ...reply("emails", text("emails.text", names)), fits: asksToStopMails(words) };
}

type Refunded = { amount: number; credits: number; currency: string };

/** What staff write once they have refunded what is left of a payment, in the language of who complained. */
export function refundedReply(ctx: StaffContext, readers: string | null, refund: Refunded) {
  const { reader, text } = repliesFor(ctx, readers);
  return text("refunded.text", { amount: formatSums(reader, [refund]), credits: refund.credits });
}

/** What staff write once they have cancelled a direct debit, in the language of who complained. */
export function stoppedReplies(
  ctx: StaffContext,
  readers: string | null,
  payment: { amount: number; currency: string },
) {
  const { reader, text } = repliesFor(ctx, readers);
  const answer = text("stopped.text", { amount: formatSums(reader, [payment]) });
  return { answer, refused: `${answer} ${text("stopped.refused")}` };
}

/** What staff ask a buyer whose withdrawal names no purchase that they know of; `isKnown`: their account has some. */
export function withdrawalReply(
  ctx: StaffContext,
  readers: string | null,
  { fits, isKnown }: { fits: boolean; isKnown: boolean },
): SavedReply {
  const { text, reply } = repliesFor(ctx, readers);
  const words = text(isKnown ? "withdrawal.text" : "withdrawal.text_unknown");
  // who is asked answers in the case, which stays open for it
  return { ...reply("withdrawal", words), fits, not_with: ["answered"] };
}

/** What a member reads who was banned before, under another account. */
export const samePersonReply = (ctx: Context, readers: string | null): string =>
  repliesFor(ctx, readers).text("again.text");

type Reader = { language: string | null; country: string };

/** What staff write to a member with a measure. */
export const measureReplies = (ctx: StaffContext, reader: Reader): SavedReply[] => [
  ...savedReplies(ctx, "statements", reader.language),
  minorReply(ctx, reader),
];

/** What staff write to a member whose text they reject: what explains a reason for that. */
export const textReplies = (ctx: StaffContext, language: string): SavedReply[] =>
  savedReplies(ctx, "statements", language).filter(({ grounds }) =>
    textRejections.some((reason) => grounds?.includes(reason)),
  );

/** What staff write to someone under 18, with the helpline for children of their country. */
function minorReply(ctx: StaffContext, { language, country }: Reader): SavedReply {
  const { children: line } = helplineOf(country) ?? {};
  const { localReply } = repliesFor(ctx, language);
  return {
    ...localReply("statements.minor", line === undefined ? undefined : { line }, { url }),
    grounds: ["underage"],
  };
}

/** `country`: null for a guest. */
type Reporter = { language: string; country: string | null };

/** A text for readers of several languages: in each of them, one after the other. */
function inAll(languages: readonly string[], repliesIn: (language: string) => readonly SavedReply[]): SavedReply[] {
  const [first = [], ...others] = languages.map(repliesIn);
  return first.map((reply, at) => ({
    ...reply,
    text: [reply, ...others.flatMap((each) => each[at] ?? [])].map(({ text }) => text).join("\n\n"),
  }));
}

/**
 * What staff answer to the members or the guests who reported: also if they are afraid, or worry about someone, with
 * their emergency number. `isNamed`: it is known which member they mean.
 */
export function reporterReplies(ctx: StaffContext, readers: readonly Reporter[], isNamed: boolean) {
  const [country = null, ...otherCountries] = new Set(readers.map((reader) => reader.country));
  const { emergency } = (country === null || otherCountries.length > 0 ? undefined : helplineOf(country)) ?? {};
  const areMembers = readers.every((reader) => reader.country !== null);
  const languages = [...new Set(readers.map(({ language }) => language))];
  const replies = inAll(languages, (language) => [
    ...(isNamed
      ? []
      : savedReplies(ctx, "guests", language).map((reply) => ({ ...reply, fits: true, not_with: ["kept", "helped"] }))),
    ...["reporters.afraid", "reporters.worried"].map((key) =>
      repliesFor(ctx, language).localReply(key, emergency === undefined ? undefined : { emergency }),
    ),
    ...savedReplies(ctx, "reporters", language),
    ...(areMembers ? savedReplies(ctx, "members", language) : []),
  ]);
  return { languages, replies };
}

/**
 * What staff write to a member who may harm themselves, and to one who is threatened, with the numbers of the country.
 */
export function dangerReplies(
  ctx: StaffContext,
  { language, country }: Reader,
): [selfHarm: SavedReply, threatened: SavedReply] {
  const { emergency, lines } = helplineOf(country) ?? {};
  const { localReply } = repliesFor(ctx, language);
  const facts = emergency === undefined ? undefined : { emergency };
  return [
    localReply("danger.self_harm", facts && lines !== undefined ? { ...facts, lines } : undefined, { url }),
    localReply("danger.threatened", facts),
  ];
}
