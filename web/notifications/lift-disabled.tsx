import { useQueryClient } from "@tanstack/react-query";
import { type DisabledReason, liftDisabled } from "#contract/notifications.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields } from "#web/lib/use-form.ts";
import { refreshLive } from "#web/member-parts/live-queries.ts";
import { SettingForm, useSettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";

type Props = { email: string; disabled: readonly DisabledReason[]; onLifted: (disabled: DisabledReason[]) => void };

/** The API checks that the reason is one. */
export const lift = (call: CallFunction, { disabled }: Fields) =>
  call(liftDisabled, { body: { disabled: disabled as DisabledReason } });

/** The reasons why the member gets no mails, each with a button to lift it (R4.08, R4.13, D9.2). */
export function LiftDisabled({ email, disabled, onLifted }: Props) {
  const t = useTexts("notifications");
  const form = useSettingForm("disabled", lift);
  const client = useQueryClient();
  if (disabled.length === 0) return null;
  const onSubmit = async (fields: Fields) => {
    const answer = await form.submit(fields);
    if (answer === null) return;
    onLifted(answer.disabled);
    refreshLive(client, "user");
  };
  return (
    <Notice tone="warning" title={t("disabled.title")}>
      <FormError failure={form.failure} />
      <ul>
        {disabled.map((reason) => (
          <li key={reason} className="mt-2">
            <p>{t(`disabled.${reason}`, { email })}</p>
            <SettingForm form={{ ...form, failure: null }} onSubmit={onSubmit}>
              <input type="hidden" name="disabled" value={reason} />
              <Button type="submit" look="outline" className="mt-2" pending={form.pending}>
                {t(`disabled.${reason}_lift`)}
              </Button>
            </SettingForm>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
