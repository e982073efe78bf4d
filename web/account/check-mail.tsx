import { MailCheck, PartyPopper } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { User } from "#contract/account.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "./outcome.tsx";
import { OutboxHint, ResendActivation } from "./resend-activation.tsx";

/** The things to do next, whether the mail was opened or not. */
function Next() {
  const t = useTexts("account");
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/members">{t("mail.search")}</ButtonLink>
      <ButtonLink to="/profile" look="outline">
        {t("mail.profile")}
      </ButtonLink>
    </div>
  );
}

/** After the signup: the mail that is on its way, and what can be done meanwhile (D3.7). */
export function CheckMail({ user }: { user: User }) {
  const t = useTexts("account");
  const { signup_credits: count } = useSettings();
  const live = useLive();
  const heading = useRef<HTMLHeadingElement>(null);
  const justNow: unknown = useLocation().state?.signedUp;
  const { name } = user.profile;
  useEffect(() => {
    if (justNow === true) heading.current?.focus({ preventScroll: true });
  }, [justNow]);

  // The link may be opened in another tab: the live state hears of it first.
  if (user.status === "active" || live?.user.status === "active") {
    return (
      <Outcome icon={PartyPopper} title={t("activate.done_title")} heading={t("mail.confirmed", { name })}>
        <p>{t("mail.confirmed_text")}</p>
        <Next />
      </Outcome>
    );
  }
  const strong = { email: (words: string) => <strong>{words}</strong> };
  return (
    <Outcome icon={MailCheck} title={t("mail.title")} heading={t("mail.heading", { name })} headingRef={heading}>
      <p>{rich(t("mail.text", { email: user.email }), strong)}</p>
      {count > 0 ? <p>{t("mail.gift", { count })}</p> : null}
      <OutboxHint email={user.email} />
      <h2 className="-mb-2 font-semibold text-base tracking-normal">{t("mail.next")}</h2>
      <Next />
      <div className="mt-3 border-line border-t pt-5">
        <p className="mb-3 text-muted">{t("mail.spam")}</p>
        <ResendActivation />
      </div>
    </Outcome>
  );
}
