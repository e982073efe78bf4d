import { useState } from "react";
import { useRevalidator } from "react-router";
import type { UsedCredential } from "#contract/passkeys.ts";
import { getStaffChallenge, logInStaff } from "#contract/staff.ts";
import { askForPasskey } from "#web/auth/passkey-ceremony.ts";
import { useSupport } from "#web/auth/passkey-support.ts";
import { call } from "#web/lib/call.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { AddressField, TextField } from "#web/ui/text-field.tsx";

type Props = { failure: FormFailure | undefined; email: string | undefined };

/** Email, password and a second factor: an app's code or a passkey. */
export function StaffLogin({ failure: posted, email }: Props) {
  const t = useTexts("staff");
  const { run, pending, failure, clearFailure } = useCall(logInStaff);
  const { revalidate } = useRevalidator();
  const [own, setOwn] = useState<FormFailure | null>(null);
  const [byPasskey, setByPasskey] = useState(false);
  const [asking, setAsking] = useState(false);
  const able = useSupport() === "yes";

  /** The browser's answer; null if there is none, with the reason shown. */
  async function takePasskey(): Promise<UsedCredential | null> {
    setAsking(true);
    try {
      const used = await askForPasskey((await call(getStaffChallenge)).options);
      if ("response" in used) return used.response;
      const words = t(used.problem === "cancelled" ? "login.cancelled" : "login.failed");
      setOwn({ code: used.problem, message: words, fields: {} });
    } catch (error) {
      setOwn(toFailure(error));
    } finally {
      setAsking(false);
    }
    return null;
  }

  return (
    <Screen title={t("login.title")} narrow>
      <CallForm
        failure={own ?? failure ?? posted}
        onSubmit={async ({ email: typed = "", password = "", code = "" }) => {
          clearFailure();
          setOwn(null);
          const passkey = byPasskey ? await takePasskey() : null;
          if (byPasskey && passkey === null) return;
          const second = passkey === null ? { code } : { passkey };
          if (await run({ body: { email: typed, password, ...second } })) await revalidate();
        }}
      >
        <AddressField name="email" label={t("login.email")} autoComplete="username" defaultValue={email} />
        <PasswordField name="password" label={t("login.password")} autoComplete="current-password" required />
        {byPasskey ? (
          <p className="mb-5 text-muted">{t("login.passkey_text")}</p>
        ) : (
          <TextField
            name="code"
            label={t("login.code")}
            note={t("login.code_note")}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            maxLength={20}
          />
        )}
        <Button type="submit" size="large" wide pending={pending || asking}>
          {t(byPasskey ? "login.passkey_send" : "login.send")}
        </Button>
      </CallForm>
      {able ? (
        <Button look="quiet" wide className="mt-3 noscript:hidden" onClick={() => setByPasskey(!byPasskey)}>
          {t(byPasskey ? "login.with_code" : "login.with_passkey")}
        </Button>
      ) : null}
    </Screen>
  );
}
