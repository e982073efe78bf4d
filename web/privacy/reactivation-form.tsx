import { useState } from "react";
import { requestReactivation } from "#contract/account.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { AddressField } from "#web/ui/text-field.tsx";

type Props = {
  email: string;
  /** The result if the form was posted without scripts. */
  posted: { email: string; failure?: FormFailure } | undefined;
};

/** Sends the reactivation link again. The answer is the same for every address. */
export function ReactivationForm({ email, posted }: Props) {
  const t = useTexts("privacy");
  const { run, pending, failure } = useCall(requestReactivation);
  const [sentTo, setSentTo] = useState("");
  const sentAddress = sentTo || (posted?.failure ? "" : (posted?.email ?? ""));
  return (
    <>
      <CallForm
        failure={failure ?? posted?.failure}
        onSubmit={async ({ email: typed = "" }) => {
          if (await run({ body: { email: typed } })) setSentTo(typed.trim());
        }}
      >
        <AddressField name="email" label={t("deleted.email")} defaultValue={posted?.email ?? email} />
        <Button type="submit" look="outline" pending={pending}>
          {t("deleted.again")}
        </Button>
      </CallForm>
      <div role="status">
        {sentAddress === "" ? null : (
          <div className="mt-4 flex flex-col gap-2">
            <p>{t("deleted.sent", { email: sentAddress })}</p>
            <OutboxHint email={sentAddress} />
          </div>
        )}
      </div>
    </>
  );
}
