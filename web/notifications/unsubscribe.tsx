import { MailCheck, MailMinus, MailX } from "lucide-react";
import { useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import { getUnsubscription, setUnsubscription } from "#contract/notifications.ts";
import { settingPath } from "#contract/setting-sections.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, linkHeaders, loadByLink, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { LinkForm } from "#web/ui/link-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/unsubscribe.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["notifications"] };

type Unsubscription = AnswerOf<typeof getUnsubscription>;

/** The page behind a mail's unsubscribe link. Loading it changes nothing, because mail scanners load it too. */
export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  loadByLink(() => pageOf(context).call(getUnsubscription, { query: { token } }));

export const headers = linkHeaders;

const send = (call: CallFunction, { token = "", scope, enabled }: Fields) =>
  call(setUnsubscription, { body: { token, scope: scope === "all" ? "all" : "kind", enabled: enabled === "true" } });

export const action = createAction(send);

type ChangeFormProps = {
  scope: "kind" | "all";
  enabled: boolean;
  token: string;
  posted: Posted<Unsubscription> | undefined;
  look?: "primary" | "outline";
  button: string;
  onDone: (standing: Unsubscription) => void;
};

function ChangeForm({ scope, enabled, posted, ...rest }: ChangeFormProps) {
  return <LinkForm form={useForm(send, posted)} sends={{ scope, enabled: String(enabled) }} {...rest} />;
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
    <ButtonLink to={settingPath("told")} look="quiet">
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
        <ChangeForm {...form} key="all-on" scope="all" enabled look="outline" button={t("unsubscribe.kind_on")} />
        {settings}
      </Outcome>
    );
  }
  const heading = t(email ? `unsubscribe.kind_${kind}` : `unsubscribe.off_${kind}`);
  return (
    <Outcome icon={email ? MailMinus : MailCheck} title={title} heading={heading} result={changed}>
      <p>{t(email ? "unsubscribe.kind_text" : "unsubscribe.off_text")}</p>
      {email ? (
        <ChangeForm {...form} key="kind-off" scope="kind" enabled={false} button={t("unsubscribe.kind_off")} />
      ) : (
        <ChangeForm {...form} key="kind-on" scope="kind" enabled look="outline" button={t("unsubscribe.kind_on")} />
      )}
      <p className="mt-3 border-line border-t pt-5">{t("unsubscribe.all_text")}</p>
      <ChangeForm
        {...form}
        key="all-off"
        scope="all"
        enabled={false}
        look="outline"
        button={t("unsubscribe.all_off")}
      />
      {settings}
    </Outcome>
  );
}
