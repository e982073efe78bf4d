import { useState } from "react";
import { type PasskeyList, passkeyNameLength } from "#contract/passkeys.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, useCall, useSend } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { PasskeyCalls } from "./passkey-calls.ts";
import { createPasskey, signalRevokedPasskey } from "./passkey-ceremony.ts";
import { savePasskey } from "./save-passkey.ts";

export function PasskeyName({ defaultValue }: { defaultValue: string }) {
  const t = useTexts("passkeys");
  const shared = { autoComplete: "off", maxLength: passkeyNameLength, required: true, defaultValue };
  return <TextField name="name" label={t("name")} note={t("name_note")} {...shared} />;
}

type Props = {
  list: PasskeyList;
  calls: PasskeyCalls;
  onBusy: (busy: boolean) => void;
  onAdded: (list: PasskeyList, name: string) => void;
};

/**
 * Adds a passkey: asks for a name and, if the login is too long ago, for the password; then creates the passkey, and
 * saves it.
 */
export function AddPasskey({ list, calls, onBusy, onAdded }: Props) {
  const t = useTexts("passkeys");
  const offer = useCall(calls.offer);
  const [save] = useState(() => savePasskey(calls.add, signalRevokedPasskey));
  const add = useSend(save);
  const [own, setOwn] = useState<FormFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const asksPassword = list.password_needed || offer.failure?.fields.password !== undefined;

  async function run(name: string, password: string): Promise<void> {
    const offered = await offer.run({ body: password === "" ? {} : { password } });
    if (offered === null) return;
    const created = await createPasskey(offered.options);
    if ("problem" in created) {
      if (created.problem !== "aborted") setOwn({ code: created.problem, message: t(created.problem), fields: {} });
      return;
    }
    const { response } = created;
    await add.run({ host: offered.options.rp.id, name, response }, (answer) => onAdded(answer, name));
  }

  return (
    <CallForm
      failure={own ?? offer.failure ?? add.failure}
      onSubmit={async ({ name = "", password = "" }) => {
        offer.clearFailure();
        add.clearFailure();
        const missing = name.trim() === "";
        setOwn(missing ? { code: "invalid_input", message: "", fields: { name: t("name_required") } } : null);
        if (missing || busy) return;
        setBusy(true);
        onBusy(true);
        await run(name.trim(), password);
        setBusy(false);
        onBusy(false);
      }}
    >
      <p className="mb-4 text-muted">{t("add_text")}</p>
      <PasskeyName defaultValue={list.device ? t("suggested", list.device) : t("suggested_unknown")} />
      {asksPassword ? (
        <PasswordField
          name="password"
          label={t("password")}
          note={t("password_note")}
          autoComplete="current-password"
          required
        />
      ) : null}
      <Button type="submit" wide pending={busy}>
        {t("continue")}
      </Button>
    </CallForm>
  );
}
