import { ActivateReminder } from "#web/account/activate-reminder.tsx";
import { useTexts } from "#web/lib/texts.tsx";

/** R2.04: the warnings area above a page; nothing where there is nothing to say. */
export function Warnings() {
  const t = useTexts("shell");
  return (
    <section aria-label={t("warnings.area")} className="container pt-4 empty:hidden">
      <ActivateReminder />
    </section>
  );
}
