import { AtSign, MailCheck } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { changeMail } from "#contract/account.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { useMember } from "#web/lib/live-state.ts";
import { createAction, linkHeaders, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { LinkForm } from "#web/ui/link-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/mail-change-do.ts";
import { LinkInvalid } from "./link-invalid.tsx";
import { peekLink, tokenOf, useQueryToken } from "./peek-link.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["auth", "account"] };

export const loader = ({ context, request }: Route.LoaderArgs) => peekLink(pageOf(context), tokenOf(request));
export const headers = linkHeaders;

const send = (call: CallFunction, { token = "" }: Fields) => call(changeMail, { body: { token } });

export const action = createAction(send);

export const shouldRevalidate = () => false;

/** The button confirms the new address; the account uses it from then on. */
export default function MailChangeDo({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("auth");
  const form = useForm(send, actionData);
  const { refresh } = useSession();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const token = useQueryToken();
  const changedTo = actionData?.answer?.email ?? state?.changedTo;
  if (changedTo) return <Changed email={changedTo} />;
  const { failure } = form;
  const email = loaderData?.kind === "mail_change" ? (loaderData.email ?? "") : "";
  if (email === "" || failure?.code === "link_invalid") return <LinkInvalid purpose="mail_change" />;
  return (
    <Outcome icon={AtSign} title={t("mail_change.title")}>
      <p className="mb-2 break-words text-lg text-muted">{t("mail_change.text", { email })}</p>
      <LinkForm
        token={token}
        form={form}
        button={t("mail_change.send")}
        onDone={async (answer) => {
          await refresh();
          await navigate(pathname, { replace: true, state: { changedTo: answer.email } });
        }}
      />
      {failure?.code === "email_taken" ? <OutlineLink to="/notifications">{t("invalid.settings")}</OutlineLink> : null}
    </Outcome>
  );
}

function Changed({ email }: { email: string }) {
  const t = useTexts("auth");
  const shell = useTexts("shell");
  const user = useMember();
  return (
    <Outcome icon={MailCheck} title={t("mail_change.done_title")} result>
      <p className="break-words text-lg text-muted">{t("mail_change.done", { email })}</p>
      <ButtonLink to={user === null ? "/login" : "/members"} size="large">
        {user === null ? t("login.send") : shell("nav.members")}
      </ButtonLink>
    </Outcome>
  );
}
