import { requestReactivation } from "#contract/account.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import type { Fields } from "#web/lib/form-fields.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Posted, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { AddressField } from "#web/ui/text-field.tsx";

/** Answers the address that the mail went to, if it has a deleted account. */
export async function sendReactivation(call: CallFunction, { email = "" }: Fields): Promise<string> {
  await call(requestReactivation, { body: { email } });
  return email.trim();
}

/** Sends the reactivation link again. The answer is the same for every address. */
export function ReactivationForm({ email, posted }: { email: string; posted: Posted<string> | undefined }) {
  const t = useTexts("privacy");
  const { submit, pending, failure, answer: sentTo, typed } = useForm(sendReactivation, posted);
  return (
    <>
      <CallForm failure={failure} onSubmit={submit}>
        <AddressField name="email" label={t("deleted.email")} defaultValue={typed.email ?? email} />
        <Button type="submit" look="outline" pending={pending}>
          {t("deleted.again")}
        </Button>
      </CallForm>
      <div role="status">
        {sentTo === null || failure !== null ? null : (
          <div className="mt-4 flex flex-col gap-2">
            <p>{t("deleted.sent", { email: sentTo })}</p>
            <OutboxHint email={sentTo} />
          </div>
        )}
      </div>
    </>
  );
}
