import { MailCheck, MailMinus, MailX } from "lucide-react";
import { useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { getUnsubscription, setUnsubscription } from "#contract/notifications.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, loadByLink, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/unsubscribe.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["notifications"] };

type Unsubscription = AnswerOf<typeof getUnsubscription>;

/** The page behind a mail's unsubscribe link. Loading it changes nothing, because mail scanners load it too. */
export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  loadByLink(() => pageOf(context).call(getUnsubscription, { query: { token } }));

/** Keeps this page's address, which holds a token, out of the requests that the page makes. */
export function headers() {
  return { "referrer-policy": "strict-origin" };
}

const send = (call: CallFunction, { token = "", scope, enabled }: Fields) =>
  call(setUnsubscription, { body: { token, scope: scope === "all" ? "all" : "kind", enabled: enabled === "true" } });

export const action = createAction(send);

type ChangeFormProps = {
  scope: "kind" | "all";
  enabled: boolean;
  token: string;
  posted: Posted<Unsubscription> | undefined;
  look?: "primary" | "outline";
  label: string;
  onDone: (standing: Unsubscription) => void;
};

function ChangeForm({ token, scope, enabled, posted, look = "primary", label, onDone }: ChangeFormProps) {
  const { submit, pending, failure } = useForm(send, posted);
  return (
    <CallForm failure={failure} onSubmit={(fields) => submit(fields, onDone)}>
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="scope" value={scope} />
      <input type="hidden" name="enabled" value={String(enabled)} />
      <Button type="submit" look={look} size="large" wide pending={pending}>
        {label}
      </Button>
    </CallForm>
  );
}

/** Switches off one kind of mails or all of them, and offers to undo it. Needs no login. */
export default function Unsubscribe({ params: { token }, loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts("notifications");
  const { name: site } = useSettings();
  const [changed, setChanged] = useState<Unsubscription | null>(null);
  const standing = changed ?? loaderData;
  const title = t("unsubscribe.title", { site });
  const form = { token, posted: actionData, onDone: setChanged };
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
      <Outcome icon={MailCheck} title={title} heading={t("unsubscribe.all_stopped", { site })} result={changed}>
        <p>{t("unsubscribe.all_stopped_text")}</p>
        <ChangeForm {...form} key="all-on" scope="all" enabled look="outline" label={t("unsubscribe.all_on")} />
        {settings}
      </Outcome>
    );
  }
  const heading = t(email ? `unsubscribe.kind_${kind}` : `unsubscribe.off_${kind}`);
  return (
    <Outcome icon={email ? MailMinus : MailCheck} title={title} heading={heading} result={changed}>
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
