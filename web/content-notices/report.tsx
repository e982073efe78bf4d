import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { data } from "react-router";
import type { AnswerOf, InputOf } from "#contract/call.ts";
import { noticeNameLength, noticePlaceLength, noticeTextLength, sendNotice } from "#contract/content-notices.ts";
import { reportReasons } from "#contract/moderation.ts";
import { pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure, useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
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
/** The result of the form if it was posted without scripts; `typed`: what is shown again after a mistake. */
type Sent = { received: Receipt | null; failure: FormFailure | null; typed: Body };

/** The fields of the form; what is missing or wrong in them is refused by the call, next to its field. */
const readFields = (fields: Readonly<Record<string, string | undefined>>): Body => ({
  place: fields.place ?? "",
  reason: fields.reason as Body["reason"],
  text: fields.text ?? "",
  name: fields.name ?? "",
  email: fields.email ?? "",
  good_faith: fields.good_faith === "1",
});

export async function loader({ context, request }: Route.LoaderArgs) {
  const user = await pageOf(context).user();
  const place = new URL(request.url).searchParams.get("place") ?? "";
  return { email: user?.email ?? "", place: place.slice(0, noticePlaceLength) };
}

/** Without scripts the form posts here. */
export async function action({ context, request }: Route.ActionArgs) {
  const fields = Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)]));
  const body = readFields(fields);
  try {
    const received = await pageOf(context).call(sendNotice, { body });
    return data<Sent>({ received: { ...received, email: body.email ?? "" }, failure: null, typed: body });
  } catch (error) {
    return data<Sent>({ received: null, failure: toFailure(error), typed: body }, { status: 400 });
  }
}

export function shouldRevalidate(): boolean {
  return false;
}

/** A notice of illegal content by anyone, with the fields of the Digital Services Act, article 16(2). */
export default function ReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("complaints");
  const reasons = useTexts("moderation");
  const { run, pending, failure } = useCall(sendNotice);
  const [sent, setSent] = useState<Receipt | null>(null);
  const typed = actionData?.typed;
  const receipt = sent ?? actionData?.received ?? null;
  if (receipt) return <Received {...receipt} />;
  return (
    <article className="container max-w-2xl py-6 md:py-10">
      <PageTitle title={t("notice.title")} />
      <h1 className="text-3xl md:text-4xl">{t("notice.title")}</h1>
      <p className="mt-3 text-lg text-muted">{t("notice.intro")}</p>
      <p className="mt-3 mb-6">{reasons("report.danger")}</p>
      <CallForm
        failure={failure ?? actionData?.failure ?? null}
        onSubmit={async (fields) => {
          const body = readFields(fields);
          const answer = await run({ body });
          if (answer) setSent({ ...answer, email: body.email ?? "" });
        }}
      >
        <TextField
          name="place"
          label={t("notice.place")}
          note={t("notice.place_note")}
          defaultValue={typed?.place ?? loaderData.place}
          maxLength={noticePlaceLength}
          autoComplete="off"
          required
        />
        <SelectField
          name="reason"
          label={t("notice.reason")}
          empty="–"
          defaultValue={typed?.reason}
          options={reportReasons.map((value) => ({ value, label: reasons(`reasons.${value}`) }))}
          required
        />
        <TextArea
          name="text"
          rows={6}
          label={t("notice.text")}
          note={t("notice.text_note")}
          defaultValue={typed?.text}
          maxLength={noticeTextLength}
          required
        />
        <p className="mb-4 text-muted text-sm">{t("notice.nameless")}</p>
        <TextField
          name="name"
          label={t("notice.name")}
          defaultValue={typed?.name}
          maxLength={noticeNameLength}
          autoComplete="name"
        />
        <AddressField name="email" label={t("notice.email")} defaultValue={typed?.email ?? loaderData.email} />
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
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Outcome icon={CircleCheck} title={t("notice.done_title")} headingRef={heading}>
      <p>{t("notice.done", { date: format.date(at), time: format.time(at) })}</p>
      {email === "" ? null : <p>{t(mailed ? "notice.done_mail" : "notice.done_no_mail", { email })}</p>}
    </Outcome>
  );
}
