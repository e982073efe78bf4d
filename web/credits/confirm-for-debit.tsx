import { useState } from "react";
import { resendActivation } from "#contract/account.ts";
import { OutboxHint, WrongAddress } from "#web/account/resend-activation.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { useFailureText } from "#web/ui/form-error.tsx";

/** Below the methods: what a direct debit needs first. It stands in the order's form, so it is none of its own. */
export function ConfirmForDebit({ email }: { email: string }) {
  const t = useTexts("credits");
  const account = useTexts("account");
  const { run, pending, failure } = useCall(resendActivation);
  const say = useFailureText();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <div className="mb-5 rounded-md bg-tint px-4 py-3 text-sm">
      <p>{t("order.debit_unconfirmed", { email })}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          look="outline"
          pending={pending}
          className="noscript:hidden"
          onClick={() => void run({ body: {} }, (answer) => setSentTo(answer.email))}
        >
          {t("order.send_link")}
        </Button>
        <WrongAddress />
      </div>
      <OutboxHint email={email} />
      <div role="status">
        {sentTo === null ? null : <p className="mt-2">{account("mail.sent", { email: sentTo })}</p>}
        {failure ? <p className="mt-2 font-medium text-danger-ink">{say(failure)}</p> : null}
      </div>
    </div>
  );
}
