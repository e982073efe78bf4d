import { CircleCheck, MailCheck } from "lucide-react";
import { banConfirmDays, complaintTextLength, complaintTopics } from "#contract/complaints.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Posted, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { AddressField, TextArea } from "#web/ui/text-field.tsx";
import { type FormKind, type Receipt, sendComplaintForm } from "./send-complaint.ts";

type Props = { kind: FormKind; posted: Posted<Receipt> | undefined; email: string };

/** The form on the pages about complaints and bans. The sender gets a number. */
export function ComplaintForm({ kind, posted, email }: Props) {
  const t = useTexts("complaints");
  const form = useForm(sendComplaintForm, posted);
  const receipt = form.answer;
  const title = kind === "ban" ? t("ban_title") : t("title");
  return (
    <section id="form" aria-labelledby="form-title" className="surface-card mt-10 scroll-mt-20 p-6 md:p-8 print:hidden">
      <h2 id="form-title" className={receipt ? "sr-only" : "text-2xl"}>
        {title}
      </h2>
      <div role="status">{receipt ? <Received kind={kind} {...receipt} /> : null}</div>
      {receipt ? null : <FormFields kind={kind} email={email} form={form} />}
    </section>
  );
}

type FieldsProps = { kind: FormKind; email: string; form: ReturnType<typeof useForm<Receipt>> };

function FormFields({ kind, email, form: { submit, pending, failure, typed } }: FieldsProps) {
  const t = useTexts("complaints");
  const isBan = kind === "ban";
  return (
    <div className="mt-4">
      <CallForm failure={failure} onSubmit={submit}>
        <input type="hidden" name="kind" value={kind} />
        {isBan && email !== "" ? (
          <>
            <p className="break-words">{t("ban_account", { email })}</p>
            <input type="hidden" name="email" value={email} />
          </>
        ) : (
          <AddressField
            name="email"
            label={isBan ? t("ban_email") : t("email")}
            defaultValue={typed.email ?? email}
            required
          />
        )}
        {isBan ? null : (
          <SelectField
            name="topic"
            label={t("topic")}
            empty={t("choose_one")}
            optional
            defaultValue={typed.topic}
            options={complaintTopics.map((value) => ({ value, label: t(`topics.${value}`) }))}
          />
        )}
        <TextArea
          name="text"
          rows={6}
          defaultValue={typed.text}
          label={isBan ? t("ban_text") : t("text")}
          note={isBan ? undefined : t("text_note")}
          optional={isBan}
          required={!isBan}
          maxLength={complaintTextLength}
        />
        <Button type="submit" size="large" pending={pending}>
          {isBan ? t("ban_send") : t("send")}
        </Button>
      </CallForm>
    </div>
  );
}

function Received({ kind, number, received_at: at, confirm = false }: { kind: FormKind } & Receipt) {
  const t = useTexts("complaints");
  const format = useFormat();
  const values = { number, date: format.date(at), time: format.time(at) };
  if (confirm) {
    return (
      <>
        <MailCheck aria-hidden className="size-10 text-primary-ink" />
        <p className="mt-3 font-bold text-xl">{t("ban_confirm_title")}</p>
        <p className="mt-2">{t("ban_confirm", { number, days: banConfirmDays })}</p>
      </>
    );
  }
  return (
    <>
      <CircleCheck aria-hidden className="size-10 text-primary-ink" />
      <p className="mt-3 font-bold text-xl">{kind === "ban" ? t("ban_done_title") : t("done_title")}</p>
      <p className="mt-2">{kind === "ban" ? t("ban_done", values) : t("done", values)}</p>
    </>
  );
}
