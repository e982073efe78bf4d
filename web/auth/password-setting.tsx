import { useState } from "react";
import { Link } from "react-router";
import { changePassword } from "#contract/auth.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { SettingDialog } from "#web/setting-parts/setting-dialog.tsx";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";

export const savePassword = (call: CallFunction, { old_password = "", password = "" }: Fields) =>
  call(changePassword, { body: { old_password, password } });

/** The setting to change the password, which ends a change of address to `waiting`. */
export function PasswordSetting({ email, waiting }: { email: string; waiting: string | null }) {
  const t = useTexts("auth");
  const own = useSettingForm("password", savePassword);
  const { refresh } = useSession();
  const [changed, setChanged] = useState<{ keptFrom: string | null } | null>(null);
  const form = (close: () => void) => (
    <SettingForm
      form={own}
      onSubmit={(fields) =>
        own.submit(fields, async () => {
          close();
          setChanged({ keptFrom: waiting });
          await refresh();
        })
      }
    >
      {/* tells the browser's password manager whose password it is */}
      <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField name="old_password" label={t("password.old")} autoComplete="current-password" required />
      <p className="-mt-3 mb-3">
        <Link to="/reset-password" state={{ email }} className="link inline-block py-2.5">
          {t("password.forgot")}
        </Link>
      </p>
      <PasswordField
        name="password"
        label={t("reset_do.password")}
        note={t("reset_do.password_note")}
        autoComplete="new-password"
        required
      />
      <Button type="submit" wide pending={own.pending}>
        {t("reset_do.send")}
      </Button>
    </SettingForm>
  );
  return (
    <>
      <p className="mb-3 text-muted">{t("password.text")}</p>
      {waiting === null ? null : <p className="wrap-anywhere mb-3">{t("password.ends_change", { email: waiting })}</p>}
      <SettingDialog
        opener={t("password.change")}
        title={t("password.dialog")}
        form={form}
        said={
          changed === null ? null : (
            <p className="wrap-anywhere font-medium text-secondary-ink">
              {t("password.changed")}
              {changed.keptFrom === null ? "" : ` ${t("password.change_ended", { email: changed.keptFrom })}`}
            </p>
          )
        }
        onClose={own.clearFailure}
      />
    </>
  );
}
