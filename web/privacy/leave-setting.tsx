import { reactivationDays } from "#contract/constants.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { OutlineLink } from "#web/ui/button.tsx";

/** The link to the account deletion (R2.25). */
export function LeaveSetting() {
  const t = useTexts("privacy");
  return (
    <>
      <p className="mb-3 text-muted">{t("leave.text", { days: reactivationDays })}</p>
      <OutlineLink to="/delete-account">{t("leave.open")}</OutlineLink>
    </>
  );
}
