import { confirmWithdrawal } from "#contract/withdrawals.ts";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/confirm-declared.ts";
import { Received } from "./received.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["withdrawals"] };

const send = (call: CallFunction, { token = "" }: Fields) => call(confirmWithdrawal, { body: { token } });

export const action = createAction(send);

/** D11.9: the page of the link in the mail about a withdrawal that was declared without a login. */
export default function ConfirmDeclared({ params: { token }, actionData }: Route.ComponentProps) {
  const t = useTexts("withdrawals");
  const { submit, pending, failure, answer } = useForm(send, actionData);
  if (answer) return <Received {...answer} />;
  return (
    <Screen title={t("link")} narrow>
      <p className="-mt-3 mb-5 text-muted">{t("link_text")}</p>
      <CallForm failure={failure} onSubmit={submit}>
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="large" wide pending={pending}>
          {t("confirm")}
        </Button>
      </CallForm>
    </Screen>
  );
}
