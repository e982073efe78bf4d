import { Hourglass } from "lucide-react";
import { useState } from "react";
import { cancelMailChange, requestMailChange } from "#contract/account.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { useStateFor } from "#web/lib/use-state-for.ts";
import { SettingDialog } from "#web/setting-parts/setting-dialog.tsx";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { AddressField } from "#web/ui/text-field.tsx";

export const requestAddressChange = (call: CallFunction, { email = "", password = "" }: Fields) =>
  call(requestMailChange, { body: { email, password } });

export const cancelAddressChange = (call: CallFunction) => call(cancelMailChange);

/** The new address that waits for its link, with a button that cancels the change. */
function Pending({ email, onCancelled }: { email: string; onCancelled: () => void }) {
  const t = useTexts("auth");
  const { submit, pending, failure } = useSettingForm("address_cancel", cancelAddressChange);
  return (
    <div className="mb-3 rounded-md bg-warning-tint px-4 py-3">
      <p className="wrap-anywhere">
        <Hourglass aria-hidden className="me-2 inline-block size-5 align-[-0.25em]" />
        {t("address.pending", { email })}
      </p>
      <OutboxHint email={email} />
      <FormError failure={failure} />
      <SettingForm
        form={{ setting: "address_cancel", failure: null }}
        onSubmit={async () => {
          if (await submit({})) onCancelled();
        }}
      >
        <Button type="submit" look="quiet" className="button-flush" pending={pending}>
          {t("address.cancel")}
        </Button>
      </SettingForm>
    </div>
  );
}

/** The account keeps the old address until the link in the new one is opened. `loaded`: the new one that waits. */
export function AddressSetting({ email, loaded }: { email: string; loaded: string | null }) {
  const t = useTexts("auth");
  const own = useSettingForm("address", requestAddressChange);
  const [waiting, setWaiting] = useStateFor(loaded, loaded);
  const [cancelled, setCancelled] = useState(false);
  const form = (close: () => void) => (
    <SettingForm
      form={own}
      onSubmit={async (fields) => {
        const answer = await own.submit(fields);
        if (!answer) return;
        close();
        setWaiting(answer.email);
        setCancelled(false);
      }}
    >
      <AddressField name="email" label={t("address.email")} defaultValue={own.typed.email ?? waiting ?? undefined} />
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
      <div role="status">
        {waiting === null ? null : (
          <Pending
            email={waiting}
            onCancelled={() => {
              setWaiting(null);
              setCancelled(true);
            }}
          />
        )}
      </div>
      <SettingDialog
        opener={t(waiting === null ? "address.change" : "address.again")}
        title={t("address.title")}
        intro={t("address.text", { email })}
        form={form}
        said={cancelled ? <p className="font-medium text-secondary-ink">{t("address.cancelled")}</p> : null}
        onClose={own.clearFailure}
      />
    </div>
  );
}
