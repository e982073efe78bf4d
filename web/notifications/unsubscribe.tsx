import { MailCheck, MailMinus, MailX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { data } from "react-router";
import type { AnswerOf } from "#contract/call.ts";
import { getUnsubscription, setUnsubscription } from "#contract/notifications.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type FormFailure, toFailure, useCall } from "#web/lib/use-call.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/unsubscribe.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["notifications"] };

type Unsubscription = AnswerOf<typeof getUnsubscription>;
type Change = { scope: "kind" | "all"; enabled: boolean };

/** The page behind a mail's unsubscribe link (D9.2). Loading it changes nothing, because mail scanners load it too. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  try {
    return data<Unsubscription | null>(await pageOf(context).call(getUnsubscription, { query: { token } }));
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status < 500) return data<Unsubscription | null>(null, { status: 410 });
    throw data({ message: error.message }, { status: error.status });
  }
}

/** Keeps this page's address, which holds a token, out of the requests that the page makes. */
export function headers() {
  return { "referrer-policy": "strict-origin" };
}

/** Without scripts the buttons post here, and the page shows the result. */
export async function action({ context, params: { token }, request }: Route.ActionArgs) {
  const fields = await request.formData();
  const change: Change = {
    scope: fields.get("scope") === "all" ? "all" : "kind",
    enabled: fields.get("enabled") === "true",
  };
  try {
    await pageOf(context).call(setUnsubscription, { body: { token, ...change } });
    return null;
  } catch (error) {
    return data(toFailure(error), { status: 400 });
  }
}

type ChangeFormProps = Change & {
  token: string;
  failure: FormFailure | null;
  look?: "primary" | "outline";
  label: string;
  onDone: (standing: Unsubscription) => void;
};

function ChangeForm({ token, scope, enabled, failure: earlier, look = "primary", label, onDone }: ChangeFormProps) {
  const { run, pending, failure } = useCall(setUnsubscription);
  return (
    <CallForm
      failure={failure ?? earlier}
      onSubmit={async () => {
        const standing = await run({ body: { token, scope, enabled } });
        if (standing) onDone(standing);
      }}
    >
      <input type="hidden" name="scope" value={scope} />
      <input type="hidden" name="enabled" value={String(enabled)} />
      <Button type="submit" look={look} size="large" wide pending={pending}>
        {label}
      </Button>
    </CallForm>
  );
}

/** Switches off one kind of mails or all of them, and offers to undo it. Needs no login. */
export default function Unsubscribe({ params: { token }, loaderData, actionData = null }: Route.ComponentProps) {
  const t = useTexts("notifications");
  const { name: site } = useSettings();
  const [changed, setChanged] = useState<Unsubscription | null>(null);
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // the pressed button was replaced, so the focus moves
    if (changed !== null) top.current?.focus();
  }, [changed]);
  const standing = changed ?? loaderData;
  const title = t("unsubscribe.title", { site });
  const form = { token, failure: actionData, onDone: setChanged };
  const settings = (
    <ButtonLink to="/notifications#told" look="quiet">
      {t("unsubscribe.settings")}
    </ButtonLink>
  );
  if (standing === null) {
    return (
      <Outcome icon={MailX} title={title} heading={t("unsubscribe.invalid")}>
        <p>{t("unsubscribe.invalid_text")}</p>
        {settings}
      </Outcome>
    );
  }
  const { kind, email, stopped } = standing;
  if (stopped) {
    return (
      <Outcome icon={MailCheck} title={title} heading={t("unsubscribe.all_stopped", { site })} headingRef={top}>
        <p>{t("unsubscribe.all_stopped_text")}</p>
        <ChangeForm {...form} key="all-on" scope="all" enabled look="outline" label={t("unsubscribe.all_on")} />
        {settings}
      </Outcome>
    );
  }
  const heading = t(email ? `unsubscribe.kind_${kind}` : `unsubscribe.off_${kind}`);
  return (
    <Outcome icon={email ? MailMinus : MailCheck} title={title} heading={heading} headingRef={top}>
      <p>{t(email ? "unsubscribe.kind_text" : "unsubscribe.off_text")}</p>
      {email ? (
        <ChangeForm {...form} key="kind-off" scope="kind" enabled={false} label={t("unsubscribe.kind_off")} />
      ) : (
        <ChangeForm {...form} key="kind-on" scope="kind" enabled look="outline" label={t("unsubscribe.kind_on")} />
      )}
      <p className="mt-3 border-line border-t pt-5">{t("unsubscribe.all_text")}</p>
      <ChangeForm {...form} key="all-off" scope="all" enabled={false} look="outline" label={t("unsubscribe.all_off")} />
      {settings}
    </Outcome>
  );
}
