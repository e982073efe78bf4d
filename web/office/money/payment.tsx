import { Link } from "react-router";
import type { Language } from "#contract/constants.ts";
import type { refundReasons } from "#contract/money.ts";
import { getPaymentFile, type PaymentEvent, type PaymentFile } from "#contract/staff-payments.ts";
import { createAction, pageOf } from "#web/lib/page.ts";
import { useFormat, useLanguage, useTexts } from "#web/lib/texts.tsx";
import { Facts, Section } from "#web/office/members/section.tsx";
import { loadStaff } from "#web/office/staff/load-staff.ts";
import { useOwnSites } from "#web/office/staff/own-sites.tsx";
import { DownloadLink } from "#web/ui/download-link.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/payment.ts";
import { DebitSection } from "./debit-section.tsx";
import { PaymentChip } from "./payment-columns.tsx";
import { postedOf, sendPosted } from "./posted-form.ts";
import { RefundForm } from "./refund-form.tsx";
import { useCauseName, useMethodName } from "./use-names.ts";
import { WaitingProposals } from "./waiting-proposals.tsx";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  return await loadStaff(context, getPaymentFile, { query: { id } });
}

/** Without scripts. */
export const action = createAction(
  (call, fields, { params: { id } }: Route.ActionArgs) => sendPosted(call, id, fields),
  (outcome, { context }) => (outcome === "asks" ? null : pageOf(context).path),
);

/** What an event is about, in words: the reason of a refund, the cause of credits; else a number as it is. */
function useAbout() {
  const t = useTexts("money");
  const causeName = useCauseName();
  return ({ kind, about }: PaymentEvent): string | null => {
    if (about === null) return null;
    if (kind === "refund") return t(`reason.${about as (typeof refundReasons)[number]}`);
    return kind === "credits" || kind === "used" ? causeName(about) : about;
  };
}

function Timeline({ payment: { events, currency } }: { payment: PaymentFile }) {
  const t = useTexts("money");
  const format = useFormat();
  const aboutOf = useAbout();
  const usedOf = ({ credits, of_this: ofThis }: PaymentEvent) => {
    if (ofThis === null || credits === null) return [];
    const ofOthers = -credits - ofThis;
    return [
      ofThis > 0 ? t("file.use_this", { credits: format.number(ofThis) }) : null,
      ofOthers > 0 ? t("file.use_others", { credits: format.number(ofOthers) }) : null,
    ];
  };
  const words = (event: PaymentEvent) =>
    [
      aboutOf(event),
      event.amount === null ? null : format.money(event.amount, currency),
      event.credits === null ? null : `${t("col.credits")}: ${format.signed(event.credits)}`,
      ...usedOf(event),
      event.by,
      event.mailed ? t("file.mailed") : null,
    ].filter((part) => part !== null);
  return (
    <Section title={t("file.timeline")}>
      <ol>
        {events.map((event, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two events may be the same but for their place
          <li key={at} className="grid gap-x-4 border-line border-b py-2 last:border-b-0 sm:grid-cols-[12rem_1fr]">
            <time dateTime={event.at} className="text-muted text-sm">
              {format.date(event.at)}, {format.time(event.at)}
            </time>
            <span className="min-w-0 break-words">
              <span className="font-semibold">{t(`event.${event.kind}`)}</span>
              <span className="block text-muted text-sm empty:hidden">{words(event).join(" · ")}</span>
              {event.why === null ? null : <span className="block whitespace-pre-line text-sm">{event.why}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** The file for a bank: in the language of the page, and in English, which card schemes ask for. */
function Evidence({ id }: Pick<PaymentFile, "id">) {
  const t = useTexts("money");
  const language = useLanguage();
  const format = useFormat();
  const path = (of: Language) => `/staff-evidence/${id}.pdf?language=${of}`;
  return (
    <>
      <p className="mt-4 text-muted text-sm">{t("file.evidence_means")}</p>
      <div className="mt-2 -ms-5 flex flex-wrap">
        <DownloadLink href={path(language)} look="quiet">
          {t("file.evidence")} · {format.language(language)}
        </DownloadLink>
        {language === "en" ? null : (
          <DownloadLink href={path("en")} look="quiet">
            {t("file.evidence_english")}
          </DownloadLink>
        )}
      </div>
    </>
  );
}

function Order({ payment }: { payment: PaymentFile }) {
  const t = useTexts("money");
  const staff = useTexts("staff-members");
  const format = useFormat();
  const methodName = useMethodName();
  const { nameOf } = useOwnSites();
  const { member, currency, begin_request: begin, terms_version: terms, refund_days: days } = payment;
  const money = (minor: number) => format.money(minor, currency);
  const facts: [string, string | null][] = [
    [t("col.amount"), money(payment.amount)],
    [t("file.list"), payment.list_price === payment.amount ? null : money(payment.list_price)],
    [t("sum.back"), money(payment.refunded + payment.charged_back)],
    [t("sum.vat"), format.percent(payment.vat_percent / 100)],
    [t("col.credits"), format.number(payment.credits)],
    [t("col.method"), methodName(payment.method)],
    [t("file.code"), payment.code],
    [t("col.country"), payment.country === null ? null : format.country(payment.country)],
    [t("col.site"), nameOf(payment.site)],
    [t("file.provider"), [payment.provider, payment.reference].filter((part) => part !== null).join(" ")],
    [t("file.days"), days === null ? null : format.number(days)],
    [t("file.terms"), terms === null ? null : format.calendarDay(terms)],
    [t("file.id"), payment.id],
  ];
  return (
    <section className="surface-card mb-5 p-4 md:p-5">
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <PaymentChip payment={payment} />
        {member === null ? (
          <span className="text-muted">{t("file.erased")}</span>
        ) : (
          <Link to={`/staff/members/${member.id}`} className="link py-1.5 font-semibold">
            {member.name}
          </Link>
        )}
      </p>
      <Facts facts={facts} />
      <p className="mt-4 text-muted text-sm">{staff("money.begin", begin)}</p>
      <Evidence id={payment.id} />
    </section>
  );
}

/** One payment: the order and what it promised, all that happened since, and the ways to give its money back. */
export default function Payment({ loaderData: payment, actionData }: Route.ComponentProps) {
  const t = useTexts("money");
  const { number, refundable, debit, waiting } = payment;
  return (
    <Screen
      title={number ?? t("col.payment")}
      actions={
        <Link to="/staff/payments" className="link py-2.5">
          {t("search.title")}
        </Link>
      }
    >
      <div className="grid items-start gap-x-5 lg:grid-cols-2">
        <div>
          <Order payment={payment} />
          {debit === null ? null : (
            <DebitSection
              key={payment.id}
              payment={payment}
              debit={debit}
              posted={postedOf("debit", actionData)}
              postedIban={postedOf("iban", actionData)}
            />
          )}
        </div>
        <div>
          {waiting.length === 0 ? null : <WaitingProposals waiting={waiting} mayDecide />}
          {refundable === null ? null : (
            <RefundForm
              key={payment.id}
              payment={payment}
              refundable={refundable}
              posted={postedOf("refund", actionData)}
            />
          )}
        </div>
      </div>
      <Timeline payment={payment} />
    </Screen>
  );
}
