import { useState } from "react";
import { type Complaint, complaintTextLength, replyByLink, replyToComplaint } from "#contract/complaints.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useSend } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextArea } from "#web/ui/text-field.tsx";

type Props = {
  complaint: Complaint;
  /** Of the mailed link, for a sender without an account. */
  token?: string;
  onSent(complaint: Complaint): void;
};

/** Lets the sender of a complaint write again, while staff can still answer. */
export function ComplaintReply({ complaint: { id, may_reply: mayReply }, token, onSent }: Props) {
  const t = useTexts("decisions");
  const { run, pending, failure } = useSend((call, body: { text: string }) =>
    token === undefined
      ? call(replyToComplaint, { body: { id, ...body } })
      : call(replyByLink, { body: { token, ...body } }),
  );
  const [text, setText] = useState("");
  if (!mayReply) return null;
  return (
    <div className="mt-4 border-line border-t pt-4">
      <CallForm
        failure={failure}
        onSubmit={async () => {
          const answer = await run({ text });
          if (!answer) return;
          setText("");
          onSent(answer.complaint);
        }}
      >
        <TextArea
          name="text"
          label={t("complaints.reply")}
          maxLength={complaintTextLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
          required
        />
        <Button type="submit" look="secondary" pending={pending}>
          {t("complaints.reply_send")}
        </Button>
      </CallForm>
    </div>
  );
}
