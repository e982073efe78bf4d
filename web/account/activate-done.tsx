import { PartyPopper } from "lucide-react";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "./outcome.tsx";

/** The address is confirmed (R4.01); the link may have been opened on a device where nobody is logged in. */
export default function ActivateDone() {
  const t = useTexts("account");
  const { user } = useSession();
  const count = user?.credits ?? 0;
  return (
    <Outcome icon={PartyPopper} title={t("activate.done_title")}>
      <p>{t("activate.done_text")}</p>
      {user === null ? <p>{t("activate.done_login")}</p> : null}
      {count > 0 ? <p className="font-semibold">{t("activate.done_credits", { count })}</p> : null}
      <ButtonLink to={user === null ? "/login" : "/members"} size="large" className="mt-2">
        {t(user === null ? "activate.log_in" : "activate.search")}
      </ButtonLink>
    </Outcome>
  );
}
