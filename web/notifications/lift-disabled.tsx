import { useQueryClient } from "@tanstack/react-query";
import { type DisabledReason, liftDisabled } from "#contract/notifications.ts";
import { refreshLive } from "#web/lib/live-queries.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { SettingForm } from "#web/setting-parts/setting-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";

type Props = { email: string; disabled: readonly DisabledReason[]; onLifted: (disabled: DisabledReason[]) => void };

/** The reasons why the member gets no mails, each with a button to lift it (R4.08, R4.13, D9.2). */
export function LiftDisabled({ email, disabled, onLifted }: Props) {
  const t = useTexts("notifications");
  const { run, pending, failure } = useCall(liftDisabled);
  const client = useQueryClient();
  if (disabled.length === 0) return null;
  const lift = async (reason: DisabledReason) => {
    const answer = await run({ body: { disabled: reason } });
    if (answer === null) return;
    onLifted(answer.disabled);
    refreshLive(client, "user");
  };
  return (
    <Notice tone="warning" title={t("disabled.title")}>
      <FormError failure={failure} />
      <ul>
        {disabled.map((reason) => (
          <li key={reason} className="mt-2">
            <p>{t(`disabled.${reason}`, { email })}</p>
            <SettingForm setting="disabled" onSubmit={() => void lift(reason)}>
              <input type="hidden" name={reason} value="1" />
              <Button type="submit" look="outline" className="mt-2" pending={pending}>
                {t(`disabled.${reason}_lift`)}
              </Button>
            </SettingForm>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
