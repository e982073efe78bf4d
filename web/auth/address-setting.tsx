import { useState } from "react";
import { requestMailChange } from "#contract/account.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { SettingDialog } from "#web/setting-parts/setting-dialog.tsx";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { AddressField } from "#web/ui/text-field.tsx";

export const requestAddressChange = (call: CallFunction, { email = "", password = "" }: Fields) =>
  call(requestMailChange, { body: { email, password } });

/** The account keeps the old address until the link in the new one is opened. */
export function AddressSetting({ email }: { email: string }) {
  const t = useTexts("auth");
  const own = useSettingForm("address", requestAddressChange);
  const [sentTo, setSentTo] = useState("");
  const form = (close: () => void) => (
    <SettingForm
      form={own}
      onSubmit={async (fields) => {
        const answer = await own.submit(fields);
        if (!answer) return;
        close();
        setSentTo(answer.email);
      }}
    >
      <AddressField name="email" label={t("address.email")} defaultValue={own.typed.email} />
      <PasswordField
        name="password"
        label={t("address.password")}
        note={t("address.password_note")}
        autoComplete="current-password"
        required
      />
      <Button type="submit" wide pending={own.pending}>
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
        onClose={own.clearFailure}
      />
    </div>
  );
}
