import { useState } from "react";
import { redirect, useRevalidator } from "react-router";
import { readLocalPath } from "#contract/local-path.ts";
import { getQueues } from "#contract/office.ts";
import type { UsedCredential } from "#contract/passkeys.ts";
import { getStaff, getStaffChallenge, getStaffLanguages, getStaffPasskeys, logInStaff } from "#contract/staff.ts";
import { askForPasskey } from "#web/auth/passkey-ceremony.ts";
import { useSupport } from "#web/auth/passkey-support.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { createAction, pageOf } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure, useCall } from "#web/lib/use-call.ts";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { AddressField, TextField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/staff.ts";
import { StaffHome } from "./staff-home.tsx";

const sendLogin = (call: CallFunction, { email = "", password = "", code = "" }: Fields) =>
  call(logInStaff, { body: { email, password, code } });

function StaffLogin({ posted }: { posted: Posted<unknown> | undefined }) {
  const t = useTexts("staff");
  const byCode = useForm(sendLogin, posted);
  const byKey = useCall(logInStaff);
  const { revalidate } = useRevalidator();
  const [own, setOwn] = useState<FormFailure | null>(null);
  const [byPasskey, setByPasskey] = useState(false);
  const [asking, setAsking] = useState(false);
  const able = useSupport() === "yes";

  async function submitWithPasskey({ email = "", password = "" }: Fields) {
    const passkey = await takePasskey();
    if (passkey) await byKey.run({ body: { email, password, passkey } }, revalidate);
  }

  /** The browser's answer; null if there is none, with the reason shown. */
  async function takePasskey(): Promise<UsedCredential | null> {
    setAsking(true);
    try {
      const used = await askForPasskey((await call(getStaffChallenge)).options);
      if ("response" in used) return used.response;
      const words = t(used.problem === "cancelled" ? "login.cancelled" : "login.failed");
      setOwn({ code: used.problem, message: words, fields: {} });
    } catch (error) {
      setOwn(toFailure(error));
    } finally {
      setAsking(false);
    }
    return null;
  }

  return (
    <Screen title={t("login.title")} narrow>
      <CallForm
        failure={own ?? (byPasskey ? byKey.failure : byCode.failure)}
        onSubmit={async (fields) => {
          setOwn(null);
          await (byPasskey ? submitWithPasskey(fields) : byCode.submit(fields, revalidate));
        }}
      >
        <AddressField name="email" label={t("login.email")} autoComplete="username" defaultValue={byCode.typed.email} />
        <PasswordField name="password" label={t("login.password")} autoComplete="current-password" required />
        {byPasskey ? (
          <p className="mb-5 text-muted">{t("login.passkey_text")}</p>
        ) : (
          <TextField
            name="code"
            label={t("login.code")}
            note={t("login.code_note")}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            maxLength={20}
          />
        )}
        <Button type="submit" size="large" wide pending={byCode.pending || byKey.pending || asking}>
          {t(byPasskey ? "login.passkey_send" : "login.send")}
        </Button>
      </CallForm>
      {able ? (
        <Button look="quiet" wide className="mt-3 noscript:hidden" onClick={() => setByPasskey(!byPasskey)}>
          {t(byPasskey ? "login.with_code" : "login.with_passkey")}
        </Button>
      ) : null}
    </Screen>
  );
}

/** The page of the back office that the login leads on to; undefined: its home. */
function nextOf(request: Request): string | undefined {
  const next = readLocalPath(new URL(request.url).searchParams.get("next") ?? "");
  return next?.startsWith("/staff/") ? next : undefined;
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { load } = pageOf(context);
  const { staff } = await load(getStaff);
  if (staff === null) return null;
  const next = nextOf(request);
  if (next !== undefined) throw redirect(next);
  const [passkeys, { queues }, { languages: read }] = await Promise.all([
    load(getStaffPasskeys),
    load(getQueues),
    load(getStaffLanguages),
  ]);
  return { staff, passkeys, queues, read };
}

/** The redirect carries the API's cookie if there are no scripts. */
export const action = createAction(sendLogin, (_, { request }) => nextOf(request) ?? "/staff");

/** The back office's login; after it the queues, and the logged-in staff member. */
export default function Staff({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData === null) return <StaffLogin posted={actionData} />;
  return <StaffHome {...loaderData} />;
}
