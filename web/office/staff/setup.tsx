import { MailX } from "lucide-react";
import { useState } from "react";
import { data } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { beginSetup, getInvitation } from "#contract/staff.ts";
import { linkHeaders } from "#web/auth/peek-link.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { pageOf } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/setup.ts";
import { ConnectApp } from "./connect-app.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const page = pageOf(context);
  const input = { query: { token: params.token } };
  try {
    return data(await page.call(getInvitation, input));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 410 || error.status === 400) return data({ staff: null }, { status: 410 });
    throw data({ message: error.message }, { status: error.status || 503 });
  }
}

export const headers = linkHeaders;

/** After the last step the invitation is redeemed; reloading it would fail. */
export function shouldRevalidate(): boolean {
  return false;
}

function Gone() {
  const t = useTexts("staff");
  return (
    <Outcome icon={MailX} title={t("setup.gone_title")}>
      <p className="text-lg text-muted">{t("setup.gone_text")}</p>
      <ButtonLink to="/staff">{t("setup.gone_login")}</ButtonLink>
    </Outcome>
  );
}

/** D11.4: an invitation becomes an account in two steps: a password, and an authenticator app confirmed by a code. */
export default function Setup({ loaderData, params }: Route.ComponentProps) {
  const t = useTexts("staff");
  const [app, setApp] = useState<AnswerOf<typeof beginSetup> | null>(null);
  const { staff } = loaderData;
  if (staff === null) return <Gone />;
  return (
    <Screen title={t("setup.title")} narrow>
      <p className="text-muted">{t("setup.step", { step: app === null ? 1 : 2 })}</p>
      <p className="mt-3 font-semibold">{t("setup.for", staff)}</p>
      <p className="mb-6 text-muted">{t("setup.role", { role: t(`role.${staff.role}`) })}</p>
      {app === null ? (
        <ChoosePassword token={params.token} email={staff.email} onChosen={setApp} />
      ) : (
        <ConnectApp token={params.token} app={app} />
      )}
    </Screen>
  );
}

type Props = { token: string; email: string; onChosen: (app: AnswerOf<typeof beginSetup>) => void };

/** The first step of the set-up. */
function ChoosePassword({ token, email, onChosen }: Props) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(beginSetup);
  return (
    <CallForm
      failure={failure}
      onSubmit={async ({ password = "" }) => {
        const app = await run({ body: { token, password } });
        if (app) onChosen(app);
      }}
    >
      {/* tells the password manager whose password it is */}
      <input type="hidden" name="email" autoComplete="username" value={email} />
      <PasswordField
        name="password"
        label={t("setup.password")}
        note={t("setup.password_note")}
        autoComplete="new-password"
        required
      />
      <Button type="submit" size="large" wide pending={pending} className="noscript:hidden">
        {t("setup.continue")}
      </Button>
    </CallForm>
  );
}
