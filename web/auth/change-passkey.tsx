import { type Passkey, type PasskeyList, passkeyNameLength } from "#contract/passkeys.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { PasskeyCalls } from "./passkey-calls.ts";
import { signalRevokedPasskey } from "./passkey-ceremony.ts";

type Props = { passkey: Passkey; calls: PasskeyCalls; onChanged: (list: PasskeyList, name: string) => void };

export function RenamePasskey({ passkey, calls, onChanged }: Props) {
  const t = useTexts("passkeys");
  const { run, pending, failure } = useCall(calls.rename);
  return (
    <CallForm
      failure={failure}
      onSubmit={({ name = "" }) => run({ body: { id: passkey.id, name } }, (answer) => onChanged(answer, name.trim()))}
    >
      <TextField
        name="name"
        label={t("name")}
        note={t("name_note")}
        autoComplete="off"
        maxLength={passkeyNameLength}
        required
        defaultValue={passkey.name}
      />
      <Button type="submit" wide pending={pending}>
        {t("save")}
      </Button>
    </CallForm>
  );
}

/** Asks for confirmation before removing a passkey, because this can't be undone. Names the passkey. */
export function RemovePasskey({ passkey, calls, onChanged, onKeep }: Props & { onKeep: () => void }) {
  const t = useTexts("passkeys");
  const { run, pending, failure } = useCall(calls.remove);
  return (
    <>
      <FormError failure={failure} />
      <p className="mb-5">{t("remove_text")}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          look="danger"
          className="grow"
          pending={pending}
          onClick={async () => {
            const answer = await run({ body: { id: passkey.id } });
            if (!answer) return;
            await signalRevokedPasskey(passkey.host, passkey.credential_id);
            onChanged(answer, passkey.name);
          }}
        >
          {t("remove_send")}
        </Button>
        <Button look="outline" className="grow" onClick={onKeep}>
          {t("keep")}
        </Button>
      </div>
    </>
  );
}
