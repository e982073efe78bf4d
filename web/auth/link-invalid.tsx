import { MailX } from "lucide-react";
import { OutboxHint, ResendActivation } from "#web/account/resend-activation.tsx";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";

/** What the link was for. `any`: its address does not say. */
type Purpose = "any" | "reset" | "mail_change";

/** The page for an expired, used or unknown link, with ways to get another one. */
export function LinkInvalid({ purpose }: { purpose: Purpose }) {
  const t = useTexts("auth");
  return (
    <Outcome icon={MailX} title={t("invalid.title")}>
      <p className="font-semibold">{t("invalid.text")}</p>
      <p className="text-muted">{t("invalid.why")}</p>
      <WayOn purpose={purpose} />
    </Outcome>
  );
}

function WayOn({ purpose }: { purpose: Purpose }) {
  const t = useTexts("auth");
  const shell = useTexts("shell");
  const user = useMember();
  if (purpose === "reset") {
    return (
      <>
        <ButtonLink to="/reset-password" size="large">
          {t("invalid.reset")}
        </ButtonLink>
        {user === null ? null : (
          <ButtonLink to="/members" look="outline" size="large">
            {shell("nav.members")}
          </ButtonLink>
        )}
      </>
    );
  }
  if (purpose === "mail_change") {
    return (
      <ButtonLink to={user === null ? "/login?next=/notifications" : "/notifications"} size="large">
        {t("invalid.settings")}
      </ButtonLink>
    );
  }
  if (user?.status === "not_confirmed") {
    return (
      <>
        <ResendActivation />
        <OutboxHint email={user.email} />
      </>
    );
  }
  if (user !== null) {
    return (
      <>
        <p>{t("invalid.nothing")}</p>
        <ButtonLink to="/members" size="large">
          {shell("nav.members")}
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>{t("invalid.again")}</p>
      <ButtonLink to="/login?next=/activate/error" size="large">
        {t("login.send")}
      </ButtonLink>
      <ButtonLink to="/reset-password" look="outline" size="large">
        {t("invalid.by_mail")}
      </ButtonLink>
    </>
  );
}
