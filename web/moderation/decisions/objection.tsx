import { useState } from "react";
import { useRevalidator } from "react-router";
import { type Decision, objectByLink, objectionLength, objectToDecision } from "#contract/decisions.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useFormat } from "#web/lib/use-format.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextArea } from "#web/ui/text-field.tsx";

/** The member's objection and its answer, or, until the deadline, the form to object. */
export function Objection({ decision, token }: { decision: Decision; token?: string | undefined }) {
  const { id, objection, object_until: until } = decision;
  const t = useTexts("decisions");
  const format = useFormat();
  const own = useCall(objectToDecision);
  const linked = useCall(objectByLink);
  const { pending, failure } = token === undefined ? own : linked;
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  if (objection !== null) {
    const { answer, text, at } = objection;
    return (
      <div className="mt-4 border-line border-t pt-4">
        <p className="font-semibold">
          {answer === null
            ? t("object.sent", { date: format.date(at) })
            : t(answer.upheld ? "object.upheld" : "object.rejected")}
        </p>
        <p className="mt-2 text-muted text-sm">{t("object.yours")}</p>
        <p className="whitespace-pre-line break-words">{text}</p>
        {answer === null || answer.text === "" ? null : (
          <>
            <p className="mt-2 text-muted text-sm">{t("object.answer")}</p>
            <p className="whitespace-pre-line break-words">{answer.text}</p>
          </>
        )}
      </div>
    );
  }
  if (until === null) return null;
  return (
    <div className="mt-4 border-line border-t pt-4">
      <p className="text-muted">{t("object.until", { date: format.date(until) })}</p>
      {open ? (
        <CallForm
          failure={failure}
          onSubmit={async ({ text = "" }) => {
            const sent =
              token === undefined ? await own.run({ body: { id, text } }) : await linked.run({ body: { token, text } });
            if (sent) await revalidate();
          }}
        >
          <div className="mt-3">
            <TextArea name="text" label={t("object.label")} maxLength={objectionLength} required autoFocus />
          </div>
          <Button type="submit" pending={pending}>
            {t("object.send")}
          </Button>
        </CallForm>
      ) : (
        <Button look="outline" className="mt-3" onClick={() => setOpen(true)}>
          {t("object.open")}
        </Button>
      )}
    </div>
  );
}
