import {
  getNotice,
  type Notice,
  noticeTextLength,
  objectToNotice,
  replyToQuestion,
} from "#contract/content-notices.ts";
import { objectionLength } from "#contract/decisions.ts";
import { LinkInvalid } from "#web/auth/link-invalid.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, linkHeaders, loadByLink, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/notice.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["complaints", "moderation", "auth"] };

/** The page behind the link in the mails about a notice of illegal content. */
export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  loadByLink(async () => (await pageOf(context).call(getNotice, { query: { token } })).notice);

export const headers = linkHeaders;

const send = (call: CallFunction, { token = "", text = "", reply }: Fields) =>
  reply === undefined
    ? call(objectToNotice, { body: { token, text } })
    : call(replyToQuestion, { body: { token, text } });

export const action = createAction(send);

export const shouldRevalidate = () => false;

/** What became of a notice, and the objection to it (DSA, articles 16(5) and 20). Needs no login. */
export default function NoticePage({ params: { token }, loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("complaints");
  const reasons = useTexts("moderation");
  const format = useFormat();
  const form = useForm(send, actionData);
  const notice = form.answer?.notice ?? loaderData;
  if (notice === null) return <LinkInvalid purpose="any" />;
  const { question, decision, objection, object_until: until } = notice;
  const mayReply = question !== null && question.reply === null;
  return (
    <article className="container max-w-2xl py-6 md:py-10">
      <PageTitle title={t("notice.link_title")} />
      <h1 className="text-3xl md:text-4xl">{t("notice.link_title")}</h1>
      <p className="mt-1 text-muted">{t("notice.sent", { date: format.date(notice.received_at) })}</p>
      <section className="surface-card mt-5 p-5">
        <p className="font-semibold wrap-anywhere">{notice.place}</p>
        <p className="text-muted text-sm">{reasons(`reasons.${notice.reason}`)}</p>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">{notice.text}</p>
      </section>
      <div role="status" className="mt-5 space-y-3">
        {question === null ? null : (
          <div className="rounded-md bg-tint p-4">
            <p className="font-semibold">{t("notice.asked", { date: format.date(question.at) })}</p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{question.text}</p>
          </div>
        )}
        {question?.reply ? <p className="whitespace-pre-line wrap-anywhere">{question.reply.text}</p> : null}
        {decision === null && !mayReply ? <p>{t("notice.waiting")}</p> : null}
        {decision === null ? null : <Decided reason={notice.reason} {...decision} />}
        {objection === null ? null : (
          <>
            <p className="text-muted text-sm">{t("notice.objected", { date: format.date(objection.at) })}</p>
            <p className="whitespace-pre-line wrap-anywhere">{objection.text}</p>
            {objection.answer === null ? (
              <p>{t("notice.waiting")}</p>
            ) : (
              <Decided
                again
                reason={notice.reason}
                acted={objection.answer.upheld !== decision?.acted}
                words={objection.answer.words}
              />
            )}
          </>
        )}
      </div>
      {mayReply ? (
        <Section title={t("notice.reply")} heading="text-2xl" className="mt-8">
          <p className="mt-1 mb-4 text-muted">{t("notice.reply_note")}</p>
          <CallForm failure={form.failure} onSubmit={form.submit}>
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="reply" value="1" />
            <TextArea name="text" rows={5} label={t("notice.reply")} maxLength={noticeTextLength} required />
            <Button type="submit" pending={form.pending}>
              {t("notice.reply_send")}
            </Button>
          </CallForm>
        </Section>
      ) : null}
      {until === null ? null : (
        <Section title={t("notice.object")} heading="text-2xl" className="mt-8">
          <p className="mt-1 mb-4 text-muted">{t("notice.object_note", { date: format.date(until) })}</p>
          <CallForm failure={form.failure} onSubmit={form.submit}>
            <input type="hidden" name="token" value={token} />
            <TextArea name="text" rows={5} label={t("notice.object")} maxLength={objectionLength} required />
            <Button type="submit" pending={form.pending}>
              {t("notice.object_send")}
            </Button>
          </CallForm>
        </Section>
      )}
    </article>
  );
}

type Outcome = { reason: Notice["reason"]; acted: boolean; words: string; again?: boolean };

function Decided({ reason, acted, words, again = false }: Outcome) {
  const t = useTexts("complaints");
  const left = reason === "danger" ? "notice.kept_danger" : "notice.kept";
  const first = t(acted ? "notice.acted" : left);
  return (
    <div className="rounded-md bg-tint p-4">
      <p className="font-semibold">{again ? t(acted ? "notice.again_acted" : "notice.again_kept") : first}</p>
      {words === "" ? null : <p className="mt-1 whitespace-pre-line wrap-anywhere">{words}</p>}
    </div>
  );
}
