import type { ReactNode } from "react";
import { resendActivation } from "#contract/account.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { useFailureText } from "#web/ui/form-error.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

export function OutboxHint({ email }: { email: string }): ReactNode {
  const t = useTexts("account");
  if (!useSettings().demo) return null;
  const address = `/outbox?to=${encodeURIComponent(email)}`;
  return (
    <p>
      {rich(t("mail.outbox"), {
        outbox: (words) => (
          <a href={address} className="link font-semibold">
            {words}
          </a>
        ),
      })}
    </p>
  );
}

/** A link to correct a mistyped address, shown next to any text that names the address. */
export function WrongAddress(): ReactNode {
  const t = useTexts("account");
  const step = "confirm_email";
  if (!useSettings().signup_steps.includes(step)) return null;
  return <TextLink to={`/complete-signup?step=${step}`}>{t("confirm.wrong")}</TextLink>;
}

export const resendMail = (call: CallFunction) => call(resendActivation, { body: {} });

/** Sends the activation mail again, and confirms it. */
export function ResendActivation() {
  const t = useTexts("account");
  const form = useSettingForm("resend", resendMail);
  const say = useFailureText();
  const sentTo = form.answer?.email ?? "";
  return (
    <div>
      <SettingForm form={{ ...form, failure: null }} onSubmit={form.submit}>
        <Button type="submit" look="outline" pending={form.pending}>
          {t("mail.again")}
        </Button>
      </SettingForm>
      <div role="status">
        {sentTo === "" ? null : <p className="mt-2">{t("mail.sent", { email: sentTo })}</p>}
        {form.failure ? <p className="mt-2 font-medium text-danger-ink">{say(form.failure)}</p> : null}
      </div>
    </div>
  );
}
