import { AtSign, MailCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { data, useLocation, useNavigate } from "react-router";
import { changeMail } from "#contract/account.ts";
import { useMember } from "#web/lib/live-state.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toFailure, useCall } from "#web/lib/use-call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/mail-change-do.ts";
import { LinkInvalid } from "./link-invalid.tsx";
import { linkHeaders, peekLink, tokenOf } from "./peek-link.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["auth", "account"] };

export const loader = ({ context, request }: Route.LoaderArgs) => peekLink(pageOf(context), tokenOf(request));
export const headers = linkHeaders;

/** Without scripts the button posts here. */
export async function action({ context, request }: Route.ActionArgs) {
  try {
    const { email } = await pageOf(context).call(changeMail, { body: { token: tokenOf(request) } });
    return data({ email, failure: null });
  } catch (error) {
    return data({ email: "", failure: toFailure(error) }, { status: 400 });
  }
}

export function shouldRevalidate(): boolean {
  return false;
}

/** R5.05, D3.6: the button confirms the new address; the account uses it from then on. */
export default function MailChangeDo({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("auth");
  const { run, pending, failure } = useCall(changeMail);
  const { refresh } = useSession();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const changedTo = actionData?.email || state?.changedTo;
  if (changedTo) return <Changed email={changedTo} />;
  const refused = failure ?? actionData?.failure;
  const email = loaderData?.kind === "mail_change" ? (loaderData.email ?? "") : "";
  if (email === "" || refused?.code === "link_invalid") return <LinkInvalid purpose="mail_change" />;
  return (
    <Outcome icon={AtSign} title={t("mail_change.title")}>
      <p className="mb-2 break-words text-lg text-muted">{t("mail_change.text", { email })}</p>
      <CallForm
        failure={refused}
        onSubmit={async () => {
          const token = new URLSearchParams(location.search).get("token") ?? "";
          const answer = await run({ body: { token } });
          if (!answer) return;
          await refresh();
          await navigate(pathname, { replace: true, state: { changedTo: answer.email } });
        }}
      >
        <Button type="submit" size="large" wide pending={pending}>
          {t("mail_change.send")}
        </Button>
      </CallForm>
      {refused?.code === "email_taken" ? (
        <ButtonLink to="/notifications" look="outline">
          {t("mail_change.settings")}
        </ButtonLink>
      ) : null}
    </Outcome>
  );
}

function Changed({ email }: { email: string }) {
  const t = useTexts("auth");
  const user = useMember();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Outcome icon={MailCheck} title={t("mail_change.done_title")} headingRef={heading}>
      <p className="break-words text-lg text-muted">{t("mail_change.done", { email })}</p>
      <ButtonLink to={user === null ? "/login" : "/members"} size="large">
        {t(user === null ? "mail_change.log_in" : "mail_change.members")}
      </ButtonLink>
    </Outcome>
  );
}
