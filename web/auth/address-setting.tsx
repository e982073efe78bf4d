import { useState } from "react";
import { requestMailChange } from "#contract/account.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { SettingDialog } from "#web/setting-parts/setting-dialog.tsx";
import { SettingForm, useRefused } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { AddressField } from "#web/ui/text-field.tsx";

/**
 * The setting to change the email address (R5.05): the new address gets a link, and the account keeps the old address
 * until that link is opened.
 */
export function AddressSetting({ email }: { email: string }) {
  const t = useTexts("auth");
  const { run, pending, failure, clearFailure } = useCall(requestMailChange);
  const typed = useRefused("address")?.email;
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const form = (
    <SettingForm
      setting="address"
      failure={failure}
      onSubmit={async (fields) => {
        const answer = await run({ body: { email: fields.email ?? "", password: fields.password ?? "" } });
        if (!answer) return;
        setOpen(false);
        setSentTo(answer.email);
      }}
    >
      <AddressField name="email" label={t("address.email")} defaultValue={typed} />
      <PasswordField
        name="password"
        label={t("address.password")}
        note={t("address.password_note")}
        autoComplete="current-password"
        required
      />
      <Button type="submit" wide pending={pending}>
        {t("address.send")}
      </Button>
    </SettingForm>
  );
  return (
    <div className="mt-4">
      <SettingDialog
        opener={t("address.change")}
        title={t("address.title")}
        intro={t("address.text", { email })}
        form={form}
        said={
          sentTo === "" ? null : (
            <>
              <p className="font-medium text-secondary-ink">{t("address.sent", { email: sentTo })}</p>
              <OutboxHint email={sentTo} />
            </>
          )
        }
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => {
          setOpen(false);
          clearFailure();
        }}
      />
    </div>
  );
}
