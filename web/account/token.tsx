import { MailCheck } from "lucide-react";
import { data, Navigate, redirect, useNavigate } from "react-router";
import { activate } from "#contract/account.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSession } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { failed, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import type { Route } from "./+types/token.ts";
import { Outcome } from "./outcome.tsx";

/** What a link's token looks like; a cut-off one still deserves better than "not found". */
const tokenShape = /^[A-Za-z0-9_-]{30,100}$/;

/** Every other one-word address is a page that does not exist (R8.02). */
export function loader({ params }: Route.LoaderArgs) {
  if (!tokenShape.test(params.token)) throw data(null, { status: 404 });
  return null;
}

export async function action({ context, params }: Route.ActionArgs) {
  try {
    await pageOf(context).call(activate, { body: { token: params.token } });
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "link_invalid") throw redirect("/activate/error");
    return data(failed(error), { status: 400 });
  }
  throw redirect("/activate/done");
}

export function shouldRevalidate(): boolean {
  return false;
}

/** R4.01, D3.6: looking at the page spends nothing, for mail scanners look at it too; the button does. */
export default function Token({ params, actionData }: Route.ComponentProps) {
  const t = useTexts("account");
  const { run, pending, failure } = useCall(activate);
  const { refresh } = useSession();
  const navigate = useNavigate();
  if (failure?.code === "link_invalid") return <Navigate to="/activate/error" replace />;
  return (
    <Outcome icon={MailCheck} title={t("activate.title")}>
      <p className="mb-2 text-lg text-muted">{t("activate.text")}</p>
      <CallForm
        failure={failure ?? actionData}
        onSubmit={async () => {
          if (!(await run({ body: { token: params.token } }))) return;
          await refresh();
          await navigate("/activate/done", { replace: true });
        }}
      >
        <Button type="submit" size="large" wide pending={pending}>
          {t("activate.send")}
        </Button>
      </CallForm>
    </Outcome>
  );
}
