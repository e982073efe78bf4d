import { useTexts } from "#web/lib/texts.tsx";
import { ProfileSwitch } from "./profile-switch.tsx";

/** Whether people who are not logged in see the member too (D11.8); off until the member switches it on. */
export function VisitorsSwitch({ on }: { on: boolean }) {
  const t = useTexts("account");
  return (
    <ProfileSwitch
      name="shown_to_visitors"
      label={t("privacy.visitors")}
      note={t("privacy.visitors_note")}
      on={on}
      done={{ on: t("privacy.visitors_on"), off: t("privacy.visitors_off") }}
    />
  );
}
