import { MailX } from "lucide-react";
import { useState } from "react";
import { data, useNavigate } from "react-router";
import { encode } from "uqr";
import type { AnswerOf } from "#contract/call.ts";
import { beginSetup, finishSetup, getInvitation } from "#contract/staff.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { linkHeaders, pageOf } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import type { Route } from "./+types/setup.ts";

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

/** The last step redeems the invitation; reloading it would fail. */
export const shouldRevalidate = () => false;

function Gone() {
  const t = useTexts("staff");
  return (
    <Outcome icon={MailX} title={t("setup.gone_title")}>
      <p className="text-lg text-muted">{t("setup.gone_text")}</p>
      <ButtonLink to="/staff">{t("setup.gone_login")}</ButtonLink>
    </Outcome>
  );
}

/** An invitation becomes an account in two steps: a password, and an authenticator app confirmed by a code. */
export default function Setup({ loaderData, params }: Route.ComponentProps) {
  const t = useTexts("staff");
  const [app, setApp] = useState<AnswerOf<typeof beginSetup> | null>(null);
  const { staff } = loaderData;
  if (staff === null) return <Gone />;
  return (
    <Screen title={t("setup.title")} narrow>
      <p className="text-muted">{t("setup.step", { step: app === null ? 1 : 2 })}</p>
      <p className="mt-3 font-semibold">{t("setup.for", staff)}</p>
      <p className="mb-6 text-muted">{t("here.role", { role: t(`role.${staff.role}`) })}</p>
      {app === null ? (
        <ChoosePassword token={params.token} email={staff.email} onChosen={setApp} />
      ) : (
        <ConnectApp token={params.token} app={app} />
      )}
    </Screen>
  );
}

type Props = { token: string; email: string; onChosen: (app: AnswerOf<typeof beginSetup>) => void };

function ChoosePassword({ token, email, onChosen }: Props) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(beginSetup);
  return (
    <CallForm failure={failure} onSubmit={({ password = "" }) => run({ body: { token, password } }, onChosen)}>
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

type ConnectAppProps = { token: string; app: AnswerOf<typeof beginSetup> };

function ConnectApp({ token, app }: ConnectAppProps) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(finishSetup);
  const navigate = useNavigate();
  const heading = useFocus<HTMLHeadingElement>(true);
  const grouped = app.secret.match(/.{1,4}/g)?.join(" ");
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-2 text-2xl outline-none">
        {t("setup.app_title")}
      </h2>
      <p className="mb-4">{t("setup.app_text")}</p>
      <QrCode text={app.uri} label={t("setup.qr")} />
      <p className="my-4 text-center">
        <a href={app.uri} className="link inline-block py-2.5 font-semibold">
          {t("setup.open")}
        </a>
      </p>
      <p className="text-muted">{t("setup.type")}</p>
      <p className="mb-6">
        <code className="break-words font-mono text-lg">{grouped}</code>
      </p>
      <CallForm
        failure={failure}
        onSubmit={({ code = "" }) => run({ body: { token, code } }, () => navigate("/staff", { replace: true }))}
      >
        <TextField
          name="code"
          label={t("login.code")}
          note={t("setup.code_note")}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          maxLength={20}
        />
        <Button type="submit" size="large" wide pending={pending}>
          {t("setup.finish")}
        </Button>
      </CallForm>
    </>
  );
}

/** A QR code, dark on light in both colour schemes, as cameras need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="mx-auto block w-full max-w-64 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join("")} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
