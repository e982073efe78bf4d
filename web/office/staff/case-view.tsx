import { type ComponentProps, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { type BuyerPayment, type QueuedCase, type QueuedReport, textPlaces } from "#contract/office.ts";
import { noteLength } from "#contract/staff-members.ts";
import { isUuid } from "#contract/uuid.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { MemberLabel } from "#web/member-parts/member-label.tsx";
import { Thread } from "#web/moderation/decisions/complaint-text.tsx";
import { PaymentChip, PaymentLink } from "#web/office/money/payment-columns.tsx";
import { useMethodName } from "#web/office/money/use-names.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { ComplaintTopic } from "./complaint-topic.tsx";
import { Complaints } from "./complaints.tsx";
import { DebitHere } from "./debit-here.tsx";
import { DetectedChips, MarkedText } from "./detected.tsx";
import { MeasureLink } from "./measure-link.tsx";
import { PersonLine } from "./person-line.tsx";
import type { ItemProps } from "./queue-page.tsx";
import { QueuePhoto } from "./queue-photo.tsx";
import { RefundHere } from "./refund-here.tsx";
import { OpenChatsContext, ReportDetails, subjectOf } from "./report-list.tsx";
import { Sound } from "./reported-message.tsx";
import { FittingReplies, SavedReplies } from "./saved-replies.tsx";

/** A report that was decided on, for the one who answers an objection. */
function DecidedReport({ report, name, member }: { report: QueuedReport; name: string; member: string | undefined }) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const other = [report.reporter, report.reported].find((each) => each !== null && each.id !== member);
  return (
    <Section
      title={
        <>
          {t("evidence.report")} · {moderation(`reasons.${report.reason}`)} · {t(`about.${subjectOf(report)}`)}
        </>
      }
      heading="font-semibold"
      className="mt-5 border-line border-t pt-4"
    >
      {report.reported === null ? null : (
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="text-muted text-sm">{t("queue.reported_wrote")}</span>
          <Link to={`/staff/members/${report.reported.id}`} className="link inline-block py-1.5">
            {report.reported.name}
          </Link>
          <MemberLabel member={{ fictional: report.reported.fictional, automatic: false }} />
        </p>
      )}
      <ReportDetails report={report} name={name} />
      {other ? (
        <p className="mt-3">
          {/* one who means the member of the appeal must not warn who reported them */}
          <MeasureLink member={other}>
            {other === report.reporter ? t("reporter.acts", { name: other.name }) : null}
          </MeasureLink>
        </p>
      ) : null}
      <p className="mt-3 text-muted text-sm">{t("evidence.who_sees")}</p>
    </Section>
  );
}

type DecidedProps = { reports: readonly QueuedReport[]; name: string; member: string | undefined };

/** The reports that an objection is about; one press opens all their chats, each of which is logged. */
function DecidedReports({ reports, name, member }: DecidedProps) {
  const t = useTexts("staff");
  const [opened, setOpened] = useState(0);
  const chats = reports.filter(({ has_chat }) => has_chat).length;
  return (
    <OpenChatsContext value={opened}>
      {chats < 2 || opened > 0 ? null : (
        <p className="mt-4">
          <Button look="outline" onClick={() => setOpened(1)}>
            {t("evidence.open_chats", { count: chats })}
          </Button>
        </p>
      )}
      {reports.map((report) => (
        <DecidedReport key={report.id} report={report} name={name} member={member} />
      ))}
    </OpenChatsContext>
  );
}

/** The number of a complaint, by which its sender and staff name it. */
const numberOf = ({ facts }: Pick<QueuedCase, "facts">) => facts.find(({ label }) => label === "number")?.value ?? "";

type CaseProps = Pick<ItemProps<QueuedCase, CaseDraft>, "item" | "draft" | "onChange" | "onReload"> & {
  payments: boolean;
  measures: boolean;
};

function Case({ item, payments, measures, draft, onChange, onReload }: CaseProps) {
  const t = useTexts("staff");
  const format = useFormat();
  const {
    id,
    member,
    site,
    since,
    text,
    detected,
    facts,
    earlier,
    reports,
    image,
    sound,
    thread,
    topic,
    owner,
    unread,
    kind,
  } = item;
  const name = member?.name ?? t("queue.no_member");
  // who wrote again may have settled it: their last letter stands first, and nothing says what a refund would be
  const last = thread.findLast(({ team }) => !team);
  const place = textPlaces.find((each) => each === kind);
  return (
    <div className={`p-4 md:p-5 ${image === null ? "" : "queue-disputed"}`}>
      <PersonLine {...{ member, site, since }}>
        {item.urgent ? <Chip tone="warning">{t("reports.urgent")}</Chip> : null}
        {detected ? <DetectedChips detected={detected} /> : null}
      </PersonLine>
      {owner === null ? null : (
        <p className="mt-3 rounded-md bg-warning-tint p-3">
          <Link to={`/staff/members/${owner.id}`} className="link">
            {t("queue.owner", { name: owner.name })}
          </Link>
        </p>
      )}
      {unread ? (
        <p className="mt-3 rounded-md bg-warning-tint p-3">
          {t("queue.unread", { language: unread.language })}{" "}
          {unread.readers.length === 0
            ? t("queue.readers_none")
            : t("queue.readers", { names: format.list(unread.readers), key: "O" })}
        </p>
      ) : null}
      {image === null ? null : (
        <div className="queue-appeal mt-3">
          <QueuePhoto key={image} src={image} alt={t("queue.photo_of", { name })} />
        </div>
      )}
      {topic === null ? null : <ComplaintTopic key={id} id={id} topic={topic} />}
      {last === undefined ? null : (
        <>
          <p className="mt-4 text-muted text-sm">
            {t("queue.sender_wrote")} · <time dateTime={last.at}>{format.date(last.at)}</time>
          </p>
          <blockquote className="mt-1 whitespace-pre-line break-words border-primary border-s-4 ps-4 text-lg">
            {last.text}
          </blockquote>
        </>
      )}
      {place === undefined ? null : <p className="mt-4 text-muted text-sm">{t(`about.${place}`)}</p>}
      {text === "" ? null : (
        <blockquote
          className={`${place === undefined ? "mt-4" : "mt-1"} whitespace-pre-line break-words border-s-4 ps-4 ${last ? "border-line" : "border-primary text-lg"}`}
        >
          <MarkedText text={text} places={detected?.places ?? []} />
        </blockquote>
      )}
      {facts.length === 0 ? null : (
        <dl className={`mt-4 grid gap-3 ${image === null ? "sm:grid-cols-2" : "grid-cols-2"}`}>
          {facts.map(({ label, value }) => (
            <Fact key={label} term={t(`fact.${label}`)} className="whitespace-pre-line break-words">
              {label === "payment" && isUuid(value) ? <PaymentLink id={value} number={null} /> : value}
            </Fact>
          ))}
        </dl>
      )}
      <Thread messages={thread.filter((message) => message !== last)} sender={t("queue.sender_wrote")} />
      {sound === null ? null : (
        <Sound
          source={sound}
          label={kind === "introduction_rejected" ? t("queue.introduction_of", { name }) : t("evidence.voice")}
        />
      )}
      <DecidedReports key={`reports ${id}`} reports={reports} name={name} member={member?.id} />
      {payments || item.payments.length > 0 ? (
        <BuyerPayments
          payments={item.payments}
          chosen={draft.payment}
          onChoose={payments ? (payment) => onChange({ payment }) : null}
          invites={last === undefined}
          number={item.topic === null ? "" : numberOf(item)}
          onCancelled={(payment, refused) => {
            const { stopped } = payment;
            if (stopped) {
              const answer = refused ? stopped.refused : stopped.answer;
              onChange({ words: [draft.words.trim(), answer].filter(Boolean).join("\n\n"), answered: "stop_done" });
            }
            void onReload();
          }}
          refund={
            item.topic === null || last !== undefined
              ? null
              : (payment) => (
                  <RefundInCase key={`${id} ${payment.id}`} {...{ item, payment, draft, onChange, onReload }} />
                )
          }
        />
      ) : null}
      {measures && member !== null ? (
        <p className="mt-4">
          <MeasureLink member={member} />
        </p>
      ) : null}
      {earlier.length === 0 ? null : (
        <Section title={t("queue.earlier")} heading="font-semibold" className="mt-5 border-line border-t pt-4">
          <Complaints complaints={earlier} />
        </Section>
      )}
    </div>
  );
}

export type CaseDraft = {
  words: string;
  note: string;
  unfounded: boolean;
  payment?: string | undefined;
  /** The words are those that belong to what was just done about money; the text that says so. */
  answered?: "refund_done" | "stop_done";
};
type Parts = {
  words?: {
    label: "queue.words" | "queue.answer" | "evidence.answer_buyer";
    note?: "queue.words_required" | "queue.words_optional" | "queue.answer_note" | "evidence.answer_buyer_note";
    maxLength: number;
  };
  /** What staff know before they write. */
  aboveWords?: ReactNode;
  payments?: boolean;
  /** A link leads to the measures against the member. */
  measures?: boolean;
  /** It can be handed over, with a note for the colleagues. */
  handover?: boolean;
  /** Staff may tick that it is manifestly unfounded. */
  unfounded?: boolean;
};

/** An item to read: its facts, what it is about, and the fields of the decision. */
export function CaseView({
  item,
  draft,
  onChange,
  onReload,
  words,
  payments = false,
  measures = false,
  handover = false,
  unfounded = false,
  aboveWords,
}: ItemProps<QueuedCase, CaseDraft> & Parts) {
  const t = useTexts("staff");
  return (
    <>
      <Case {...{ item, payments, measures, draft, onChange, onReload }} />
      {words ? (
        <div className="px-4 pb-2 md:px-5">
          <p role="status" className="mb-3 font-semibold empty:hidden">
            {draft.answered ? t(`evidence.${draft.answered}`) : null}
          </p>
          {aboveWords}
          <FittingReplies replies={item.replies} words={draft.words} onChange={({ words }) => onChange({ words })} />
          <TextArea
            name="words"
            label={t(words.label)}
            note={words.note && t(words.note)}
            className={words.note ? "min-h-36" : ""}
            maxLength={words.maxLength}
            value={draft.words}
            onChange={({ target }) => onChange({ words: target.value })}
          />
          <SavedReplies
            replies={item.replies}
            words={draft.words}
            onChange={({ words }) => onChange({ words })}
            own={handover}
          />
          {handover && item.kind !== "ban" && item.kind !== "message" ? (
            <TextArea
              name="note"
              label={t("queue.handover_note")}
              note={t("queue.handover_hint")}
              maxLength={noteLength}
              value={draft.note}
              onChange={({ target }) => onChange({ note: target.value })}
            />
          ) : null}
          {unfounded ? (
            <Checkbox
              name="unfounded"
              label={t("queue.unfounded_appeal")}
              note={t("queue.unfounded_note")}
              checked={draft.unfounded}
              onChange={({ target }) => onChange({ unfounded: target.checked })}
            />
          ) : null}
        </div>
      ) : null}
    </>
  );
}

type BuyersProps = {
  payments: readonly BuyerPayment[];
  chosen: string | undefined;
  /** Null: nothing is withdrawn from here. */
  onChoose: ((payment: string) => void) | null;
  /** Says what a withdrawal would refund. */
  invites: boolean;
  /** Refunds one of the sender's payments; null: not from here. */
  refund: ((payment: RefundableHere) => ReactNode) | null;
  /** A direct debit is cancelled; `refused`: its IBAN is refused, too. */
  onCancelled(payment: BuyerPayment, refused: boolean): void;
  /** Of the case; empty: it has none. */
  number: string;
};
type RefundableHere = ComponentProps<typeof RefundHere>["payment"];

type RefundProps = Pick<CaseProps, "item" | "draft" | "onChange" | "onReload"> & { payment: RefundableHere };

/** Refunds what the complaint asks for, and puts the answer that says so below: staff read and send it. */
function RefundInCase({ item, payment, draft, onChange, onReload }: RefundProps) {
  const { since } = item;
  const number = numberOf(item);
  const { amount: whole, answer } = payment.withdrawable;
  return (
    <RefundHere
      {...{ payment, number, since }}
      onRefunded={({ amount, waits }) => {
        // nothing is said of what still waits for a second person, or is another sum
        if (!waits && amount === whole)
          onChange({ words: [draft.words.trim(), answer].filter(Boolean).join("\n\n"), answered: "refund_done" });
        void onReload();
      }}
    />
  );
}

/** The payments that a case may be about, each with its page; of those that can be withdrawn from, one is chosen. */
function BuyerPayments({
  payments,
  chosen,
  onChoose,
  invites,
  refund: refundHere,
  number: reference,
  onCancelled,
}: BuyersProps) {
  const t = useTexts("staff");
  const money = useTexts("money");
  const methodName = useMethodName();
  const format = useFormat();
  return (
    <Section title={t("evidence.payments")} heading="font-semibold" className="mt-5 border-line border-t pt-4">
      {payments.length === 0 ? <p className="text-muted">{t("evidence.payments_none")}</p> : null}
      <ul>
        {payments.map((payment) => {
          const { id, number, at, amount, refunded, currency, method, named, openable, withdrawable, buyer } = payment;
          const refund =
            withdrawable &&
            money("file.refund_unspent", {
              amount: format.money(withdrawable.amount, currency),
              credits: format.number(withdrawable.credits),
            });
          return (
            <li key={id} className="border-line border-b py-3 last:border-b-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                {openable ? <PaymentLink id={id} number={number} /> : (number ?? "–")}
                <span>{format.money(amount, currency)}</span>
                <PaymentChip payment={payment} />
                {named ? <Chip tone="warning">{t("evidence.named")}</Chip> : null}
              </p>
              <p className="text-muted text-sm">
                {methodName(method)} · {format.date(at)}, {format.time(at)}
                {refunded === 0 ? null : ` · −${format.money(refunded, currency)}`}
              </p>
              {buyer === null ? null : (
                <p className="mt-1 rounded-md bg-warning-tint p-3">
                  <Link to={`/staff/members/${buyer.id}`} className="link">
                    {t("evidence.named_buyer", { name: buyer.name })}
                  </Link>{" "}
                  {t("evidence.named_proves")}
                </p>
              )}
              {openable ? (
                <DebitHere
                  payment={payment}
                  number={reference}
                  onCancelled={(refused) => onCancelled(payment, refused)}
                />
              ) : null}
              {refund === null ? null : onChoose === null ? (
                invites && (
                  <>
                    <p className="mt-1">{t("evidence.refundable", { refund })}</p>
                    {openable && withdrawable ? refundHere?.({ ...payment, withdrawable }) : null}
                  </>
                )
              ) : (
                <label className="mt-1 flex min-h-11 items-center gap-2">
                  <input
                    type="radio"
                    name="payment"
                    checked={chosen === id}
                    onChange={() => onChoose(id)}
                    className="size-5 accent-primary"
                  />
                  {refund}
                </label>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
