import type { ComponentType } from "react";
import { documentRejections } from "#contract/age.ts";
import { photoRejections } from "#contract/attachments.ts";
import { answerTextLength, replyWaitDays } from "#contract/complaints.ts";
import { objectionLength, staffGrounds } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import * as office from "#contract/office.ts";
import { selfieRejections } from "#contract/verification.ts";
import { newKey } from "#web/lib/api.ts";
import { call, callByItself } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toFailure } from "#web/lib/use-call.ts";
import { useMethodName } from "#web/office/money/use-names.ts";
import { BanEffects } from "./ban-effects.tsx";
import { type CaseDraft, CaseView } from "./case-view.tsx";
import { ChildQuestion, isChildReason } from "./child-question.tsx";
import { FindComplaint } from "./find-complaint.tsx";
import { FindNotice } from "./find-notice.tsx";
import type { FollowUp } from "./follow-ups.tsx";
import { measurePath, writePath } from "./measure-link.tsx";
import {
  type Choice,
  type Choices,
  type Queue,
  QueuePage,
  type QueueScreenProps,
  type QueueWords,
} from "./queue-page.tsx";
import {
  isForReporter,
  isPartial,
  newReportDraft,
  offerHelp,
  offerLookAlikes,
  reportChoices,
  toDecision,
} from "./report-draft.ts";
import { ReportView } from "./report-view.tsx";
import { newReviewDraft, ReviewView, reviewChoices } from "./review-view.tsx";
import { UrgentReports } from "./urgent-reports.tsx";
import { othersCodes } from "./use-queue.ts";
import { Document, InspectedIntroduction, InspectedPhoto, Selfie } from "./verification-views.tsx";

type Item = office.QueueItem & { member: office.Person | null };

function screenOf<I extends Item, V extends string, D extends object>(queue: Queue<I, V, D>) {
  return (props: QueueScreenProps) => <QueuePage {...props} queue={queue} />;
}

/** The input of a decision that the server holds for some seconds: it can be taken back. */
const held = <B extends object>(body: B) => ({ key: newKey(), body: { ...body, hold: true } });

const approveOr = <V extends string>(
  approve: string,
  reasons: readonly V[],
  label: (reason: V) => string,
  asks: (reason: V) => Pick<Choice<V>, "asks" | "look"> = () => ({}),
): Choices<V | "approved"> => ({
  main: [{ press: "a", verdict: "approved", label: approve, look: "secondary" }],
  reject: reasons.map((reason, at) => ({
    press: String(at + 1),
    verdict: reason,
    label: label(reason),
    ...asks(reason),
  })),
});

const untyped = ({ dropped }: office.QueueItem): CaseDraft => ({
  words: dropped?.words ?? "",
  note: dropped?.note ?? "",
  unfounded: false,
});

/** What a member sent in for others to see or hear; `photos`: the numbers that the police are told. */
const approveSent = ({ t, decisions }: QueueWords, member: office.Person, photos: readonly string[]) =>
  approveOr(
    t("queue.approve"),
    photoRejections,
    (reason) => decisions(`ground.${reason}`),
    (reason) =>
      isChildReason(reason) ? { asks: <ChildQuestion reason={reason} photos={photos} member={member.id} /> } : {},
  );

const photo = {
  draft: untyped,
  choices: (words: QueueWords, { id, member }: office.QueuedPhoto) => approveSent(words, member, [id]),
  title: ({ t }: QueueWords, { member: { name } }: office.QueuedPhoto) => t("queue.photo_of", { name }),
  followUp: offerAfterPicture,
  View: InspectedPhoto,
};

const read = { draft: untyped, View: CaseView };

const close = ({ t }: QueueWords): Choice<"closed"> => ({
  press: "c",
  verdict: "closed",
  label: t("queue.close"),
  look: "secondary",
});
const closeUnanswered = (words: QueueWords) =>
  ({ ...close(words), label: words.t("queue.close_unanswered"), look: "outline" }) as const;
const sendAnswer = ({ t }: QueueWords): Choice<"answered"> => ({
  press: "a",
  verdict: "answered",
  label: t("queue.send_answer"),
  look: "primary",
});

type Effects = {
  words: QueueWords;
  withdrawable: NonNullable<office.BuyerPayment["withdrawable"]>;
  since: string;
  method: string | null;
  amount: string;
};

/** What carrying out a withdrawal does, before it is done. */
function WithdrawalEffects({ words: { t, format }, withdrawable, since, method, amount }: Effects) {
  const methodName = useMethodName();
  const { credits, bought, days } = withdrawable;
  const day = Math.floor(Date.parse(since) / dayMs) - Math.floor(Date.parse(bought) / dayMs);
  return (
    <>
      <p>{t("evidence.withdraw_back", { credits: format.number(credits), amount, method: methodName(method) })}</p>
      <p>{t("evidence.withdraw_day", { bought: format.date(bought), day, days })}</p>
    </>
  );
}

/** What an upheld objection sets off, by the kind of the decision; `reporter`: it is on what a reporter was told. */
const upholdEffects = {
  reporter: "reporter",
  banned: "banned",
  suspended: "lasting",
  muted: "lasting",
  reports_paused: "lasting",
  warned: "warned",
  photo_rejected: "photo",
  chat_photo_rejected: "photo",
  voice_rejected: "voice",
  introduction_rejected: "introduction",
  photo_refused: "photo",
  chat_photo_refused: "photo",
  text_rejected: "text",
  question_rejected: "text",
  text_removed: "text",
  direct_debit_refused: "direct_debit",
} as const;

/** The key of the sentence that says what an upheld objection sets off. */
const upholdText = ({ kind }: Pick<office.QueuedCase, "kind">) =>
  `uphold.${upholdEffects[kind as keyof typeof upholdEffects] ?? "warned"}` as const;

/** Said before the words are written, which must not promise more. */
function IfUpheld({ item }: { item: office.QueuedCase }) {
  const t = useTexts("staff");
  return (
    <p className="mb-3 text-sm">
      <strong>{t("queue.uphold")}:</strong> {t(upholdText(item))}
    </p>
  );
}

/** A measure against a member whose photo, selfie or text was rejected, which begins with the reason of that. */
export function offerMeasure({ t, file }: QueueWords, { member }: Item, verdict: string): FollowUp | null {
  const ground = staffGrounds.find((each) => each === verdict);
  if (member === null || ground === undefined) return null;
  const preset = { measure: "warned", ground, words: "" } as const;
  const links = [{ to: measurePath(member.id), name: `${file("measure.title")} · ${member.name}`, preset }];
  return { title: t("follow.rejected", { name: member.name }), links };
}

/** After a picture only for a reason of a fraud: the others are a slip. */
function offerAfterPicture(words: QueueWords, item: Item, verdict: string): FollowUp | null {
  return verdict === "someone_else" || verdict === "advertising" ? offerMeasure(words, item, verdict) : null;
}

/** A word to the members who lost money, if the decision on a fraud stands. */
function offerWords({ t, file }: QueueWords, { member, reports }: office.QueuedCase): FollowUp | null {
  const victims = reports.flatMap(({ reason, reporter }) =>
    reason === "scam" && reporter !== null && reporter.id !== member?.id && !reporter.fictional ? [reporter] : [],
  );
  if (victims.length === 0) return null;
  const links = victims.map(({ id, name }) => ({ to: writePath(id), name: `${file("write.title")} · ${name}` }));
  return {
    title: t("follow.victims", { name: member?.name ?? t("queue.no_member") }),
    links: [...new Map(links.map((link) => [link.to, link])).values()],
  };
}

/** A measure against the others of the reports whose decision was reversed, such as a reporter who lied. */
export function offerMeasures(words: QueueWords, item: office.QueuedCase, verdict: string): FollowUp | null {
  if (verdict !== "upheld") return offerWords(words, item);
  const { t, file } = words;
  const { member, reports } = item;
  const others = reports.flatMap(({ reporter, reported }) => [reporter, reported]);
  const links = others.flatMap((person) =>
    person === null || person.id === member?.id
      ? []
      : [{ to: measurePath(person.id), name: `${file("measure.title")} · ${person.name}` }],
  );
  if (links.length === 0) return null;
  const once = [...new Map(links.map((link) => [link.to, link])).values()];
  return { title: t("follow.upheld", { name: member?.name ?? t("queue.no_member") }), links: once };
}

/** Each queue: its calls, what staff may decide, each by a key, and how an item looks. */
export const queueScreens: Record<office.QueueName, ComponentType<QueueScreenProps>> = {
  photos: screenOf({
    take: (body) => callByItself(office.takePhotos, { body }),
    ...photo,
    decide: ({ id }, verdict) => call(office.decidePhoto, held({ id, verdict })),
  }),
  // never with the chat
  chat_photos: screenOf({
    take: (body) => callByItself(office.takeChatPhotos, { body }),
    ...photo,
    decide: ({ id }, verdict) => call(office.decideChatPhoto, held({ id, verdict })),
  }),
  introductions: screenOf({
    take: (body) => callByItself(office.takeIntroductions, { body }),
    draft: untyped,
    choices: (words, { member }) => approveSent(words, member, []),
    title: ({ t }, { member: { name } }) => t("queue.introduction_of", { name }),
    followUp: offerAfterPicture,
    View: InspectedIntroduction,
    decide: ({ id }, verdict) => call(office.decideIntroduction, held({ id, verdict })),
  }),
  // all open reports about one member are one item, decided on together
  reports: screenOf({
    take: (body) => callByItself(office.takeReports, { body }),
    draft: newReportDraft,
    // others may have reported the member meanwhile
    unsaved: ["reports", "alike"],
    also: ({ alike }) => alike,
    followUp: (words, item, verdict, draft) =>
      [offerHelp(words, item, verdict), offerLookAlikes(words, item, verdict, draft)].filter((each) => each !== null),
    choices: reportChoices,
    readIn: ({ about }, verdict) => (isForReporter(verdict) ? null : (about?.language ?? null)),
    waits: true,
    ages: true,
    isPartial,
    View: ReportView,
    Urgent: UrgentReports,
    more: { roles: office.queueRoles.reports, View: FindNotice },
    decide: async (item, verdict, draft) => {
      const decideOne = (id: string, reports: string[], hold: boolean) =>
        call(office.decideReports, { key: newKey(), body: { ...toDecision(draft), id, verdict, reports, hold } });
      const answer = await decideOne(item.id, draft.reports, !isPartial(item, draft));
      const left: string[] = [];
      for (const { id, report } of draft.alike) {
        try {
          await decideOne(id, [report], true);
        } catch (error) {
          if (!othersCodes.includes(toFailure(error).code)) throw error;
          left.push(id);
        }
      }
      return { ...answer, left };
    },
  }),
  objections: screenOf({
    take: (body) => callByItself(office.takeObjections, { body }),
    ...read,
    choices: ({ t }, item) => ({
      main: [
        {
          press: "1",
          verdict: "upheld",
          label: t("queue.uphold"),
          asksLook: "primary",
          asks: (
            <>
              <p>{t(upholdText(item))}</p>
              {item.warned > 0 ? <p>{t("uphold.contacts", { count: item.warned })}</p> : null}
            </>
          ),
        },
        { press: "2", verdict: "rejected", label: t("queue.keep") },
      ],
    }),
    waits: true,
    followUp: offerMeasures,
    View: (props) => (
      <CaseView
        {...props}
        words={{ label: "queue.words", note: "queue.words_required", maxLength: objectionLength }}
        aboveWords={<IfUpheld item={props.item} />}
        unfounded
      />
    ),
    decide: ({ id }, verdict, { words, unfounded }) =>
      call(office.decideObjection, held({ id, verdict, words: words.trim(), unfounded })),
  }),
  // each beside the photos that others see
  verifications: screenOf({
    take: (body) => callByItself(office.takeSelfies, { body }),
    draft: untyped,
    choices: ({ t }) => approveOr(t("selfie.approve"), selfieRejections, (reason) => t(`selfie.${reason}`)),
    title: ({ t }, { member: { name } }) => t("selfie.of", { name }),
    followUp: offerAfterPicture,
    View: Selfie,
    decide: ({ id, seen }, verdict) => call(office.decideSelfie, held({ id, seen, verdict })),
  }),
  ages: screenOf({
    take: (body) => callByItself(office.takeDocuments, { body }),
    draft: untyped,
    choices: ({ t }, { member }) =>
      approveOr(
        t("document.approve"),
        documentRejections,
        (reason) => t(`document.${reason}`),
        // the only one that bans
        (reason) =>
          reason === "underage"
            ? { look: "danger", asks: <BanEffects members={[member.id]} ground="underage" from="ages" /> }
            : {},
      ),
    title: ({ t }, { member: { name } }) => t("document.of", { name }),
    View: Document,
    decide: ({ id }, verdict) => call(office.decideDocument, held({ id, verdict })),
  }),
  texts: screenOf({
    take: (body) => callByItself(office.takeTexts, { body }),
    ...read,
    View: (props) => (
      <CaseView
        {...props}
        words={{ label: "queue.words", note: "queue.words_optional", maxLength: objectionLength }}
        measures
      />
    ),
    followUp: offerMeasure,
    choices: ({ t, decisions }) =>
      approveOr(t("queue.approve"), office.textRejections, (reason) => decisions(`ground.${reason}`)),
    decide: ({ id, text }, verdict, { words }) =>
      call(office.decideText, held({ id, verdict, text, words: words.trim() })),
  }),
  reviews: screenOf({
    take: (body) => callByItself(office.takeReviews, { body }),
    draft: newReviewDraft,
    choices: reviewChoices,
    readIn: ({ language }) => language,
    // a warning needs words
    waits: true,
    ages: true,
    View: ReviewView,
    decide: ({ id }, verdict, { ground, words }) =>
      call(office.decideReview, held({ id, verdict, ground, words: words.trim() })),
  }),
  complaints: screenOf({
    take: (body) => callByItself(office.takeComplaints, { body }),
    ...read,
    choices: (words, { kind }) => ({
      main: [
        sendAnswer(words),
        kind === "ban"
          ? { press: "b", verdict: "banned", label: words.t("queue.ban"), look: "danger", asks: words.t("queue.sure") }
          : { press: "w", verdict: "asked", label: words.t("queue.ask_sender") },
        closeUnanswered(words),
        ...(kind === "support"
          ? [{ press: "f", verdict: "to_finance", label: words.t("queue.to_finance") } as const]
          : []),
        ...(kind === "finance"
          ? [{ press: "f", verdict: "to_support", label: words.t("queue.to_support") } as const]
          : []),
      ],
    }),
    waits: true,
    View: (props) => (
      <CaseView
        {...props}
        words={{ label: "queue.answer", note: "queue.answer_note", maxLength: answerTextLength }}
        handover
      />
    ),
    more: { roles: office.complaintReaders, View: FindComplaint },
    decide: ({ id, thread }, verdict, { words, note }) =>
      call(office.decideComplaint, held({ id, verdict, words: words.trim(), note: note.trim(), read: thread.length })),
  }),
  withdrawals: screenOf({
    take: (body) => callByItself(office.takeWithdrawals, { body }),
    ...read,
    // the purchase that it names, else the only one that can be withdrawn from
    draft: (item) => {
      const open = item.payments.filter(({ withdrawable }) => withdrawable !== null);
      return {
        ...untyped(item),
        payment: (open.find(({ named }) => named) ?? (open.length === 1 ? open[0] : undefined))?.id,
      };
    },
    choices: (words, { payments, since }, { payment: chosen }) => {
      const { withdrawable, currency = "", method = null } = payments.find(({ id }) => id === chosen) ?? {};
      const refund = withdrawable && { amount: words.format.money(withdrawable.amount, currency) };
      return {
        main: [
          ...(withdrawable && refund
            ? [
                {
                  press: "r",
                  verdict: "refunded",
                  label: words.t("queue.withdraw", refund),
                  look: "danger",
                  asks: <WithdrawalEffects {...{ words, withdrawable, since, method, ...refund }} />,
                } as const,
              ]
            : []),
          sendAnswer(words),
          { press: "w", verdict: "asked", label: words.t("queue.ask_sender") },
          closeUnanswered(words),
        ],
      };
    },
    waits: true,
    followUp: ({ t }, _, verdict) =>
      verdict === "asked"
        ? {
            title: t("follow.asked", { queue: t("queues.complaints"), days: replyWaitDays }),
            links: [{ to: "/staff/queue/complaints", name: t("queues.complaints") }],
          }
        : null,
    View: (props) => (
      <CaseView
        {...props}
        words={{ label: "evidence.answer_buyer", note: "evidence.answer_buyer_note", maxLength: answerTextLength }}
        payments
      />
    ),
    decide: ({ id, payments }, verdict, { words, payment: chosen }) => {
      const amount = payments.find((each) => each.id === chosen)?.withdrawable?.amount;
      const payment = verdict === "refunded" && chosen && amount ? { id: chosen, amount } : undefined;
      return call(office.decideWithdrawal, held({ id, verdict, words: words.trim(), payment }));
    },
  }),
  payments: screenOf({
    take: (body) => callByItself(office.takePayments, { body }),
    ...read,
    choices: (words) => ({ main: [close(words)] }),
    decide: ({ id }, verdict) => call(office.decidePaymentIssue, held({ id, verdict })),
  }),
  proposals: screenOf({
    take: (body) => callByItself(office.takeProposals, { body }),
    ...read,
    choices: ({ t }) => ({
      main: [
        { press: "1", verdict: "confirmed", label: t("queue.confirm") },
        { press: "2", verdict: "declined", label: t("queue.decline"), look: "outline" },
      ],
    }),
    // a confirmed one can turn out to be impossible by now
    waits: true,
    decide: ({ id }, verdict) => call(office.decideProposal, held({ id, verdict })),
  }),
};
