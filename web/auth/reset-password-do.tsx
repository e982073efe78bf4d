import { LockKeyhole } from "lucide-react";
import { useEffect, useRef } from "react";
import { data, useLocation, useNavigate } from "react-router";
import { resetPassword } from "#contract/auth.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toFailure, useCall } from "#web/lib/use-call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { useEditListener } from "#web/ui/form-context.ts";
import { Outcome } from "#web/ui/outcome.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/reset-password-do.ts";
import { LinkInvalid } from "./link-invalid.tsx";
import { linkHeaders, peekLink, tokenOf } from "./peek-link.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["auth", "account"] };

export const loader = ({ context, request }: Route.LoaderArgs) => peekLink(pageOf(context), tokenOf(request));
export const headers = linkHeaders;

/** Without scripts the form posts here. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const body = { token: tokenOf(request), password: text("password"), password_again: text("password_again") };
  try {
    await pageOf(context).call(resetPassword, { body });
    return data({ done: true, failure: null });
  } catch (error) {
    return data({ done: false, failure: toFailure(error) }, { status: 400 });
  }
}

export function shouldRevalidate(): boolean {
  return false;
}

/** R5.06, D3.6: asks for the new password twice; saving it redeems the link. */
export default function ResetPasswordDo({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("auth");
  const { run, pending, failure } = useCall(resetPassword);
  const { refresh } = useSession();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  if (actionData?.done || state?.done === true) return <Changed />;
  const refused = failure ?? actionData?.failure;
  if (loaderData?.kind !== "reset" || refused?.code === "link_invalid") return <LinkInvalid purpose="reset" />;
  return (
    <Screen title={t("reset_do.title")} narrow>
      <p className="-mt-3 mb-5 text-muted">{t("reset_do.text")}</p>
      <CallForm
        failure={refused}
        onSubmit={async ({ password = "", password_again = "" }) => {
          const token = new URLSearchParams(location.search).get("token") ?? "";
          if (!(await run({ body: { token, password, password_again } }))) return;
          await refresh();
          // kept in the history state, because logging in rebuilds the whole page; the address loses the token
          await navigate(pathname, { replace: true, state: { done: true } });
        }}
      >
        <BothPasswords />
        <Button type="submit" size="large" wide pending={pending}>
          {t("reset_do.send")}
        </Button>
      </CallForm>
    </Screen>
  );
}

function BothPasswords() {
  const t = useTexts("auth");
  return (
    <>
      <PasswordField
        name="password"
        label={t("reset_do.password")}
        note={t("reset_do.password_note")}
        autoComplete="new-password"
        required
        // the other field's error may be that they differ
        onChange={useEditListener("password_again")}
      />
      <PasswordField name="password_again" label={t("reset_do.again")} autoComplete="new-password" required />
    </>
  );
}

function Changed() {
  const t = useTexts("auth");
  const { name: site } = useSettings();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Outcome icon={LockKeyhole} title={t("reset_do.done_title")} headingRef={heading}>
      <p className="text-lg text-muted">{t("reset_do.done")}</p>
      <ButtonLink to="/members" size="large">
        {t("reset_do.go", { site })}
      </ButtonLink>
    </Outcome>
  );
}
