import { useState } from "react";
import { data } from "react-router";
import { confirmWithdrawal } from "#contract/withdrawals.ts";
import { pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toFailure, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/confirm-declared.ts";
import { Received } from "./received.tsx";
import type { DeclaredWithdrawal } from "./withdrawal-forms.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["withdrawals"] };

/** Without scripts the form posts here. */
export async function action({ context, params: { token } }: Route.ActionArgs) {
  try {
    const declared: DeclaredWithdrawal = await pageOf(context).call(confirmWithdrawal, { body: { token } });
    return data({ declared, failure: null });
  } catch (error) {
    return data({ declared: null, failure: toFailure(error) }, { status: 400 });
  }
}

/** D11.9: the page of the link in the mail about a withdrawal that was declared without a login. */
export default function ConfirmDeclared({ params: { token }, actionData }: Route.ComponentProps) {
  const t = useTexts("withdrawals");
  const { run, pending, failure } = useCall(confirmWithdrawal);
  const [now, setDeclared] = useState<DeclaredWithdrawal | null>(null);
  const declared = now ?? actionData?.declared;
  if (declared) return <Received {...declared} />;
  return (
    <Screen title={t("link")} narrow>
      <p className="-mt-3 mb-5 text-muted">{t("link_text")}</p>
      <CallForm
        failure={failure ?? actionData?.failure ?? null}
        onSubmit={async () => {
          const answer = await run({ body: { token } });
          if (answer) setDeclared(answer);
        }}
      >
        <Button type="submit" size="large" wide pending={pending}>
          {t("confirm")}
        </Button>
      </CallForm>
    </Screen>
  );
}
