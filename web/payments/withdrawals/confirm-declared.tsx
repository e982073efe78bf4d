import { confirmWithdrawal, getDeclaredWithdrawal } from "#contract/withdrawals.ts";
import { LinkInvalid } from "#web/auth/link-invalid.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, linkHeaders, loadByLink, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { LinkForm } from "#web/ui/link-form.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/confirm-declared.ts";
import { Received } from "./received.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["withdrawals", "auth", "account"] };

export const loader = ({ context, params: { token } }: Route.LoaderArgs) =>
  loadByLink(() => pageOf(context).call(getDeclaredWithdrawal, { query: { token } }));

export const headers = linkHeaders;

const send = (call: CallFunction, { token = "" }: Fields) => call(confirmWithdrawal, { body: { token } });

export const action = createAction(send);

export const shouldRevalidate = () => false;

/** The mail about a withdrawal that was declared without a login links to this page. */
export default function ConfirmDeclared({ params: { token }, loaderData: declared, actionData }: Route.ComponentProps) {
  const t = useTexts("withdrawals");
  const format = useFormat();
  const form = useForm(send, actionData);
  if (form.answer) return <Received {...form.answer} />;
  if (declared === null) return <LinkInvalid purpose="any" />;
  const { number, received_at: at, confirmable } = declared;
  return (
    <Screen title={t("link")} narrow>
      <p className="-mt-3 mb-5 text-muted">{t(confirmable ? "link_text" : "link_checked")}</p>
      <section className="surface-card mb-5 p-5">
        <p className="text-muted text-sm">{t("number")}</p>
        <p className="font-semibold wrap-anywhere">{number}</p>
        <p className="mt-2 text-muted text-sm">{t("received", { date: format.date(at), time: format.time(at) })}</p>
      </section>
      {confirmable ? <LinkForm token={token} form={form} button={t("confirm")} /> : null}
    </Screen>
  );
}
