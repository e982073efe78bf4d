import { CircleCheck } from "lucide-react";
import type { AnswerOf, InputOf } from "#contract/call.ts";
import { noticeNameLength, noticePlaceLength, noticeTextLength, sendNotice } from "#contract/content-notices.ts";
import { reportReasons } from "#contract/moderation.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { PageTitle } from "#web/ui/page-title.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { AddressField, TextArea, TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/report.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["complaints", "moderation"] };

type Body = InputOf<typeof sendNotice>["body"];
type Receipt = AnswerOf<typeof sendNotice> & { email: string };

/** What is missing or wrong in the fields is refused by the call, next to its field. */
async function send(call: CallFunction, fields: Fields): Promise<Receipt> {
  const { place = "", reason, text = "", name = "", email = "", good_faith } = fields;
  const body = { place, reason: reason as Body["reason"], text, name, email, good_faith: good_faith === "1" };
  return { ...(await call(sendNotice, { body })), email };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const user = await pageOf(context).user();
  const place = new URL(request.url).searchParams.get("place") ?? "";
  return { email: user?.email ?? "", place: place.slice(0, noticePlaceLength) };
}

export const action = createAction(send);

export const shouldRevalidate = () => false;

/** A notice of illegal content by anyone, with the fields of the Digital Services Act, article 16(2). */
export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("complaints");
  const reasons = useTexts("moderation");
  const { submit, pending, failure, answer, typed } = useForm(send, actionData);
  if (answer) return <Received {...answer} />;
  return (
    <article className="container max-w-2xl py-6 md:py-10">
      <PageTitle title={t("notice.title")} />
      <h1 className="text-3xl md:text-4xl">{t("notice.title")}</h1>
      <p className="mt-3 text-lg text-muted">{t("notice.intro")}</p>
      <p className="mt-3 mb-6">{reasons("report.danger")}</p>
      <CallForm failure={failure} onSubmit={submit}>
        <TextField
          name="place"
          label={t("notice.place")}
          note={t("notice.place_note")}
          defaultValue={typed.place ?? loaderData.place}
          maxLength={noticePlaceLength}
          autoComplete="off"
          required
        />
        <SelectField
          name="reason"
          label={t("notice.reason")}
          empty={t("choose_one")}
          defaultValue={typed.reason}
          options={reportReasons.map((value) => ({ value, label: reasons(`reasons.${value}`) }))}
          required
        />
        <TextArea
          name="text"
          rows={6}
          label={t("notice.text")}
          note={t("notice.text_note")}
          defaultValue={typed.text}
          maxLength={noticeTextLength}
          required
        />
        <p className="mb-4 text-muted text-sm">{t("notice.nameless")}</p>
        <TextField
          name="name"
          label={t("notice.name")}
          defaultValue={typed.name}
          maxLength={noticeNameLength}
          autoComplete="name"
        />
        <AddressField name="email" label={t("notice.email")} defaultValue={typed.email ?? loaderData.email} />
        <Checkbox name="good_faith" value="1" label={t("notice.good_faith")} />
        <Button type="submit" size="large" pending={pending}>
          {t("notice.send")}
        </Button>
      </CallForm>
    </article>
  );
}

function Received({ received_at: at, mailed, email }: Receipt) {
  const t = useTexts("complaints");
  const format = useFormat();
  return (
    <Outcome icon={CircleCheck} title={t("notice.done_title")} result>
      <p>{t("notice.done", { date: format.date(at), time: format.time(at) })}</p>
      {email === "" ? null : <p>{t(mailed ? "notice.done_mail" : "notice.done_no_mail", { email })}</p>}
    </Outcome>
  );
}
