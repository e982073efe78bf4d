import { LockKeyhole } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { resetPassword } from "#contract/auth.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, linkHeaders, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LinkForm } from "#web/ui/link-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/reset-password-do.ts";
import { LinkInvalid } from "./link-invalid.tsx";
import { peekLink, tokenOf, useQueryToken } from "./peek-link.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["auth", "account"], entryWarning: false };

export const loader = ({ context, request }: Route.LoaderArgs) => peekLink(pageOf(context), tokenOf(request));
export const headers = linkHeaders;

/** A field that shows what is typed needs no second one. */
const send = (call: CallFunction, { token = "", password = "", password_again = password }: Fields) =>
  call(resetPassword, { body: { token, password, password_again } });

export const action = createAction(send);

export const shouldRevalidate = () => false;

/** Asks for the new password; saving it redeems the link. */
export default function ResetPasswordDo({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("auth");
  const form = useForm(send, actionData);
  const { refresh } = useSession();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const token = useQueryToken();
  if (actionData?.answer || state?.done === true) return <Changed />;
  if (loaderData?.kind !== "reset" || form.failure?.code === "link_invalid") return <LinkInvalid purpose="reset" />;
  return (
    <Screen title={t("reset_do.title")} narrow>
      <p className="-mt-3 mb-5 text-muted">{t("reset_do.text")}</p>
      <LinkForm
        token={token}
        form={form}
        button={t("reset_do.send")}
        onDone={async () => {
          await refresh();
          // kept in the history state, because logging in rebuilds the whole page; the address loses the token
          await navigate(pathname, { replace: true, state: { done: true } });
        }}
      >
        <NewPassword />
      </LinkForm>
    </Screen>
  );
}

/** Without scripts the password can't be shown, so it is asked twice (R5.06). */
function NewPassword() {
  const t = useTexts("auth");
  return (
    <>
      <PasswordField
        name="password"
        label={t("reset_do.password")}
        note={t("reset_do.password_note")}
        autoComplete="new-password"
        required
      />
      <noscript>
        <PasswordField name="password_again" label={t("reset_do.again")} autoComplete="new-password" required />
      </noscript>
    </>
  );
}

function Changed() {
  const t = useTexts("auth");
  const { name: site } = useSettings();
  return (
    <Outcome icon={LockKeyhole} title={t("reset_do.done_title")} result>
      <p className="text-lg text-muted">{t("reset_do.done")}</p>
      <ButtonLink to="/members" size="large">
        {t("reset_do.go", { site })}
      </ButtonLink>
    </Outcome>
  );
}
