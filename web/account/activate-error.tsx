import { MailCheck, MailX } from "lucide-react";
import { useMember } from "#web/lib/live-state.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { OutboxHint, ResendActivation } from "./resend-activation.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["account"], mood: "signup" };

/** The page for a link that can't be used (R8.05): requests another one, unless the address is confirmed already. */
export default function ActivateError() {
  const t = useTexts("account");
  const user = useMember();
  if (user?.status === "active") {
    return (
      <Outcome icon={MailCheck} title={t("activate.done_title")}>
        <p>{t("activate.failed_done")}</p>
        <ButtonLink to="/members" size="large">
          {t("activate.search")}
        </ButtonLink>
      </Outcome>
    );
  }
  return (
    <Outcome icon={MailX} title={t("activate.failed_title")}>
      <p className="font-semibold">{t("activate.failed_text")}</p>
      <p className="text-muted">{t("activate.failed_why")}</p>
      {user === null ? (
        <>
          <p>{t("activate.failed_login")}</p>
          <ButtonLink to="/login?next=/activate/error" size="large">
            {t("activate.log_in")}
          </ButtonLink>
        </>
      ) : null}
      {user?.status === "not_confirmed" ? (
        <>
          <ResendActivation />
          <OutboxHint email={user.email} />
        </>
      ) : null}
    </Outcome>
  );
}
