import { useState } from "react";
import { redirect, useLocation, useSearchParams } from "react-router";
import { logIn } from "#contract/auth.ts";
import { cookieDays } from "#contract/constants.ts";
import { composeSignupPath } from "#web/account/signup-link/intent.ts";
import { useSignupLink } from "#web/account/signup-link/use-signup-link.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { forgetBrowserZone, saveBrowserZone } from "#web/lib/browser-zone.ts";
import { toLocalPath } from "#web/lib/local-path.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSession, useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { DeletedHint } from "#web/privacy/deleted-hint.tsx";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { linkTo, TextLink } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/login.ts";
import { DecisionHint, PasskeyLogin } from "./passkey-login.tsx";

export const handle: ScreenHandle = { who: "visitors", texts: ["auth", "passkeys"] };

function nextOf(request: Request): string | null {
  return new URL(request.url).searchParams.get("next");
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  if ((await page.user()) !== null) throw redirect(toLocalPath(nextOf(request)));
  return { loggedOut: page.hasSession };
}

const send = (call: CallFunction, { login = "", password = "" }: Fields) => call(logIn, { body: { login, password } });

/** A refusal may name a time: the server learns the browser's zone, and forgets it again unless it logs in. */
const sendWithZone: typeof send = async (call, fields) => {
  saveBrowserZone();
  try {
    return await send(call, fields);
  } catch (failure) {
    forgetBrowserZone();
    throw failure;
  }
};

/** The redirect carries the API's cookie if there are no scripts. */
export const action = createAction(send, (_, { request }: Route.ActionArgs) => toLocalPath(nextOf(request)));

/** Some sites show the search to members only. */
const searches = /^\/members(\?|$)/;

/** Logs in by name or email address; `next` is the page to go on to. */
export default function Login({ actionData, loaderData: { loggedOut } }: Route.ComponentProps) {
  const t = useTexts("auth");
  const form = useForm(sendWithZone, actionData);
  const { continueTo } = useSession();
  const next = useSearchParams()[0].get("next");
  const [typed, setTyped] = useState(form.typed.login ?? "");
  const { name: site } = useSettings();
  const { failure } = form;
  // the signup passes on an address that already has an account
  const { state } = useLocation();
  const signup = useSignupLink();
  // what is in the field goes along to the page that sends a link; a username is no address
  const [login, setLogin] = useState<string>(form.typed.login ?? state?.login ?? "");
  const email = login.includes("@") ? login.trim() : undefined;

  return (
    <Screen title={t("login.title")} heading={t("login.heading")} narrow>
      {next === null ? null : (
        <p className="-mt-3 mb-5 text-muted">
          {loggedOut
            ? t("login.logged_out")
            : searches.test(next)
              ? t("login.first_search", { site })
              : t("login.first")}
        </p>
      )}
      <CallForm
        failure={failure}
        onSubmit={(fields) => {
          setTyped(fields.login ?? "");
          void form.submit(fields, () => continueTo(toLocalPath(next), { replace: true }));
        }}
      >
        {failure?.link ? <DecisionHint path={failure.link} /> : null}
        {failure?.code === "account_deleted" ? <DeletedHint typed={typed} /> : null}
        {failure?.code === "login_failed" ? <p className="-mt-2 mb-4">{t("login.check")}</p> : null}
        <TextField
          name="login"
          label={t("login.name")}
          autoComplete="username webauthn"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          maxLength={254}
          defaultValue={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
        />
        <PasswordField name="password" label={t("login.password")} autoComplete="current-password" required />
        <p className="-mt-2 mb-3 flex flex-wrap justify-between gap-x-6">
          <TextLink to="/reset-password" state={{ email }}>
            {t("login.forgot")}
          </TextLink>
          <TextLink to="/reset-password?way=login" state={{ email }}>
            {t("login.by_link")}
          </TextLink>
        </p>
        <Button type="submit" size="large" wide pending={form.pending}>
          {t("login.send")}
        </Button>
        <p className="mt-3 text-center text-muted text-sm">{t("login.stay", { count: cookieDays.auth })}</p>
      </CallForm>
      <PasskeyLogin />
      <p className="mt-6 text-center">
        {rich(t("login.new"), {
          signup: linkTo(signup(composeSignupPath(next))),
        })}
      </p>
    </Screen>
  );
}
