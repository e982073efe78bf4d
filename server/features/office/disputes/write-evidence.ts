import type { Language } from "#contract/constants.ts";
import { transactionKinds } from "#contract/transactions.ts";
import { versionDate } from "#contract/version-date.ts";
import type { Db } from "#server/db/pool.ts";
import { describeDevice, findOwner } from "#server/features/auth/index.ts";
import {
  countryName,
  formatDay,
  formatMoney,
  formatPercent,
  formatTime,
  loadTerms,
} from "#server/features/mails/index.ts";
import { findPaymentById, formatNumber, type PaymentRow } from "#server/features/payments/index.ts";
import { type SiteAndCompany, siteAndCompany } from "#server/features/sites/index.ts";
import { languageOf } from "#server/http/language.ts";
import type { Texts } from "#server/texts.ts";
import { findBuyerOf, listReceiptsOf } from "../money/payment-file-store.ts";
import { type Event, listPaymentEvents } from "../money/show-payment-file.ts";
import type { EvidenceDocument, EvidenceRow, EvidenceSection } from "./draw-evidence.ts";
import { findSignupConsent, listDisputesOf, listLogins, listTermsMails } from "./evidence-store.ts";

/** The most days and causes for which the use of credits is listed. */
const usesListed = 500;

type Reading = { db: Db; texts: Texts; language: Language; now: Date };

/** The words of the file, and how it writes values: times are in UTC and say so. */
function wordsOf({ texts, language }: Pick<Reading, "texts" | "language">, { currency }: Pick<PaymentRow, "currency">) {
  const say = (key: string, params: Record<string, string | number> = {}) =>
    texts.t(language, `evidence:${key}`, params);
  const row = (name: string, value: string | null): EvidenceRow[] =>
    value === null || value === "" ? [] : [{ name, value }];
  return {
    say,
    row,
    t: (key: string) => texts.t(language, key),
    day: (time: Date) => formatDay(language, time),
    moment: (time: Date) => formatTime(language, time),
    money: (minor: number) => formatMoney(language, minor, currency),
    percent: (value: number) => formatPercent(language, value),
    country: (code: string | null) => (code === null ? null : countryName(language, code)),
    /** A section without rows says that there is nothing, so that no one takes it for forgotten. */
    section: (title: string, rows: readonly EvidenceRow[], note?: string): EvidenceSection => ({
      title: say(title),
      note,
      rows,
      ...(rows.length === 0 ? { paragraphs: [say("none")] } : {}),
    }),
  };
}
type Words = ReturnType<typeof wordsOf>;
type TermsMail = Awaited<ReturnType<typeof listTermsMails>>[number];

function describeOrder({ t, say, row, moment, money, percent, country }: Words, payment: PaymentRow, number: string) {
  const { list_minor: list, amount_minor: amount, method } = payment;
  const namedMethods = ["card", "ideal", "paypal", "sepa"];
  return [
    ...row(t("money:event.ordered"), moment(payment.created_at)),
    ...row(t("money:event.completed"), payment.completed_at && moment(payment.completed_at)),
    ...row(t("money:col.credits"), String(payment.credits)),
    ...row(t("money:file.list"), list === amount ? null : money(list)),
    ...row(t("money:file.code"), payment.typed_code),
    ...row(t("money:col.amount"), money(amount)),
    ...row(t("money:sum.vat"), percent(payment.vat_percent)),
    ...row(
      t("money:col.method"),
      method !== null && namedMethods.includes(method) ? t(`payments:methods.${method}`) : method,
    ),
    ...row(say("order.ip_country"), country(payment.ip_country)),
    ...row(say("order.payer_country"), country(payment.payer_country)),
    ...row(say("order.home_country"), country(payment.country)),
    ...row(t("money:event.receipt"), number),
    ...row(t("money:file.id"), payment.id),
    ...row(t("money:file.provider"), [payment.provider, payment.provider_reference].filter(Boolean).join(" ")),
  ];
}

/** What the buyer agreed to, each with its time, in the words that they saw, whatever the language of the file. */
async function describeAgreed(
  db: Db,
  words: Words,
  payment: PaymentRow,
  debit: { authorised_at: Date | null; mandate_reference: string | null },
  notices: readonly TermsMail[],
) {
  const { t, say, row, moment, day } = words;
  const { member_id: memberId, terms_version: terms, refund_days: days } = payment;
  const consent = memberId === null ? undefined : await findSignupConsent(db, memberId);
  return [
    ...(consent ? row(say("agreed.signup", { time: moment(consent.created_at) }), `“${consent.words ?? ""}”`) : []),
    ...row(t("money:file.terms"), terms && day(new Date(terms))),
    ...row(say("agreed.begin", { time: moment(payment.created_at) }), `“${payment.begin_text}”`),
    ...row(t("money:file.days"), days === null ? null : String(days)),
    ...row(
      t("money:event.authorised"),
      debit.authorised_at && [debit.mandate_reference, moment(debit.authorised_at)].filter(Boolean).join(", "),
    ),
    ...notices.flatMap(({ agreed_at: at, applies_on: on }) =>
      at === null || on === null ? [] : row(say("agreed.new_terms", { day: day(new Date(on)) }), moment(at)),
    ),
  ];
}

function describeMails(
  { t, say, moment, day }: Words,
  events: readonly (Event & { when: Date })[],
  notices: readonly TermsMail[],
): EvidenceRow[] {
  const mails = [
    ...events.filter(({ mailed }) => mailed).map(({ when, kind }) => ({ when, value: t(`money:event.${kind}`) })),
    ...notices.map(({ mailed_at: when, applies_on: on }) => ({
      when,
      value: say("mails.terms", { day: on === null ? "–" : day(new Date(on)) }),
    })),
  ];
  return mails
    .sort((one, other) => one.when.getTime() - other.when.getTime())
    .map(({ when, value }) => ({ name: moment(when), value }));
}

const isCause = (cause: string) => transactionKinds.some((kind) => kind === cause);

const isReturn = ({ kind }: Event) =>
  ["withdrawn", "refund", "refund_completed", "refund_failed", "charged_back", "chargeback_reversed"].includes(kind);

/** Events with their time, each in words: what, how much, and why. */
function describeEvents({ t, moment, day, money }: Words, events: readonly (Event & { when: Date })[]): EvidenceRow[] {
  const aboutOf = ({ kind, about }: Event) => {
    if (typeof about !== "string") return null;
    if (kind === "refund") return t(`money:reason.${about}`);
    return isCause(about) ? t(`transactions:kinds.${about}`) : about;
  };
  return events.map((event) => {
    const { kind, when, amount, credits } = event;
    const sum = typeof amount === "number" ? money(amount) : null;
    const count = typeof credits === "number" ? `${t("money:col.credits")}: ${credits}` : null;
    const name = kind === "used" ? day(when) : moment(when);
    return { name, value: [t(`money:event.${kind}`), aboutOf(event), sum, count].filter(Boolean).join(" · ") };
  });
}

/** The terms, if their words are still those of the order: else a sentence that says where the buyer has them. */
async function describeTerms({ db, texts, now }: Reading, words: Words, payment: PaymentRow, about: SiteAndCompany) {
  const accepted = payment.terms_version;
  if (accepted === null) return [];
  const { since, sections } = await loadTerms(
    { db, texts, about, language: languageOf(payment.language) },
    now.toISOString(),
  );
  const title = words.say("terms.title", { day: words.day(new Date(accepted)) });
  // `accepted` is only the day of the version, which may have changed twice on it
  if (new Date(versionDate(about.company.added.toISOString(), since)) > payment.created_at) {
    return [{ title, rows: [], paragraphs: [words.say("terms.gone")] }];
  }
  const lines = sections.flatMap(({ title: heading, blocks }) => [
    { heading },
    ...blocks.map((block) => (block.kind === "text" ? block.text : block.items.map((item) => `– ${item}`).join("\n"))),
  ]);
  return [{ title, rows: [], paragraphs: lines }];
}

/**
 * What the records say about one payment, for the bank that disputes it: no message, and no other member. Null: there
 * is no such payment.
 */
export async function writeEvidence(reading: Reading, paymentId: string) {
  const { db, now } = reading;
  const payment = await findPaymentById(db, paymentId);
  const buyer = payment && (await findBuyerOf(db, paymentId));
  if (!payment || !buyer) return null;
  const { member_id: memberId } = payment;
  const about = await siteAndCompany(db, payment.site_id);
  const owner = memberId === null ? null : await findOwner(db, memberId);
  const words = wordsOf(reading, payment);
  const { t, say, row, moment, money, country, section } = words;

  const receipts = await listReceiptsOf(db, paymentId);
  const own = receipts.find(({ kind, chargeback_id }) => kind === "receipt" && chargeback_id === null);
  const number = own ? formatNumber(own) : "–";
  const listed = await listPaymentEvents(db, payment, { isMailed: memberId !== null, spent: null, uses: usesListed });
  const authorised = { when: buyer.authorised_at, kind: "authorised" as const, mailed: true };
  const events = [authorised, ...listed]
    .flatMap(({ when, ...event }) => (when ? [{ ...event, when }] : []))
    .sort((one, other) => one.when.getTime() - other.when.getTime());
  const logins = memberId === null ? [] : await listLogins(db, memberId);
  const notices = memberId === null ? [] : await listTermsMails(db, memberId);
  const disputes = await listDisputesOf(db, paymentId);

  const document: EvidenceDocument = {
    title: say("title", { number: own ? number : paymentId.slice(-8) }),
    author: about.company.name,
    intro: say("intro", { time: moment(now), site: about.site.settings.name, company: about.company.name }),
    sections: [
      section(
        "disputed",
        disputes.flatMap(({ created_at, reversed_at, amount_minor: amount, provider_reference: reference }) => [
          { name: moment(created_at), value: `${t("money:event.charged_back")} · ${money(amount)} · ${reference}` },
          ...(reversed_at
            ? [{ name: moment(reversed_at), value: `${t("money:event.chargeback_reversed")} · ${money(amount)}` }]
            : []),
        ]),
      ),
      section("order.section", describeOrder(words, payment, number)),
      section(
        "buyer.section",
        owner
          ? [
              ...row(say("buyer.name"), owner.name),
              ...row(say("buyer.email"), owner.email),
              ...row(say("buyer.since"), moment(owner.created_at)),
              ...row(say("buyer.confirmed"), owner.confirmed_at && moment(owner.confirmed_at)),
            ]
          : [{ name: say("buyer.name"), value: t("money:file.erased") }],
      ),
      section("agreed.section", await describeAgreed(db, words, payment, buyer, notices), say("agreed.note")),
      section(
        "papers",
        receipts.map(({ issued_at, kind, amount_minor: amount, ...numbered }) => ({
          name: moment(issued_at),
          value: `${t(`money:event.${kind}`)} ${formatNumber(numbered)} · ${money(amount)}`,
        })),
      ),
      section(
        "delivery.section",
        describeEvents(
          words,
          events.filter(({ kind }) => kind === "credits" || kind === "used"),
        ),
        say("delivery.note"),
      ),
      section(
        "logins.section",
        logins.map(({ created_at, used_at, country: from, user_agent: agent }) => {
          const { browser, system } = describeDevice(agent);
          const until = say("logins.until", { time: moment(used_at) });
          return {
            name: moment(created_at),
            value: [country(from), browser, system, until].filter(Boolean).join(" · "),
          };
        }),
        say("logins.note"),
      ),
      section("mails.section", describeMails(words, events, notices), say("mails.note")),
      section("returns", describeEvents(words, events.filter(isReturn))),
      ...(await describeTerms(reading, words, payment, about)),
    ],
  };
  return { document, memberId, name: `evidence-${own ? number : paymentId}` };
}
