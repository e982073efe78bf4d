import { CircleCheck, MailCheck } from "lucide-react";
import { useState } from "react";
import {
  banConfirmDays,
  complaintTextLength,
  complaintTopics,
  type ReceivedComplaint,
  requestBan,
  sendComplaint,
} from "#contract/complaints.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { AddressField, TextArea } from "#web/ui/text-field.tsx";
import { topicOf } from "./complaint-topic.ts";

export type FormKind = "complaint" | "ban";
/** `confirm`: the request waits for the link in a mail to be opened. */
type Receipt = ReceivedComplaint & { confirm?: boolean };
/** The result of the form if it was posted without scripts. */
export type Sent = { received: Receipt | null; failure: FormFailure | null };

type Props = { kind: FormKind; sent: Sent | undefined; email: string };

/** The form on the pages about complaints and bans (R2.01, D10.1). The sender gets a number. */
export function ComplaintForm({ kind, sent, email }: Props) {
  const t = useTexts("complaints");
  const [received, setReceived] = useState<Receipt | null>(sent?.received ?? null);
  const receipt = received ?? sent?.received;
  const title = kind === "ban" ? t("ban_title") : t("title");
  return (
    <section id="form" aria-labelledby="form-title" className="surface-card mt-10 scroll-mt-20 p-6 md:p-8 print:hidden">
      <h2 id="form-title" className={receipt ? "sr-only" : "text-2xl"}>
        {title}
      </h2>
      <div role="status">{receipt ? <Received kind={kind} {...receipt} /> : null}</div>
      {receipt ? null : <Fields kind={kind} email={email} failure={sent?.failure ?? null} onDone={setReceived} />}
    </section>
  );
}

type FieldsProps = {
  kind: FormKind;
  email: string;
  failure: FormFailure | null;
  onDone: (received: Receipt) => void;
};

function Fields({ kind, email, failure: earlier, onDone }: FieldsProps) {
  const t = useTexts("complaints");
  const isBan = kind === "ban";
  const { run, pending, failure } = useCall(isBan ? requestBan : sendComplaint);
  return (
    <div className="mt-4">
      <CallForm
        failure={failure ?? earlier}
        onSubmit={async (fields) => {
          const body = {
            email: fields.email ?? "",
            text: fields.text ?? "",
            ...(!isBan && { topic: topicOf(fields.topic) }),
          };
          const answer = await run({ body });
          if (answer) onDone(answer);
        }}
      >
        {isBan && email !== "" ? (
          <>
            <p className="break-words">{t("ban_account", { email })}</p>
            <input type="hidden" name="email" value={email} />
          </>
        ) : (
          <AddressField name="email" label={isBan ? t("ban_email") : t("email")} defaultValue={email} required />
        )}
        {isBan ? null : (
          <SelectField
            name="topic"
            label={t("topic")}
            empty={t("no_topic")}
            optional
            options={complaintTopics.map((value) => ({ value, label: t(`topics.${value}`) }))}
          />
        )}
        <TextArea
          name="text"
          rows={6}
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
