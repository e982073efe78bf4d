import { Undo2 } from "lucide-react";
import { useState } from "react";
import { data, Link } from "react-router";
import { getWithdrawables, requestWithdrawal, withdraw } from "#contract/withdrawals.ts";
import { pageOf } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { toFailure } from "#web/lib/use-call.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import type { Route } from "./+types/withdrawal.ts";
import { Received } from "./received.tsx";
import { type DeclaredWithdrawal, GuestForm, MemberForm } from "./withdrawal-forms.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["withdrawals"] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const chosen = new URL(request.url).searchParams.get("payment");
  if ((await page.user()) === null) return { purchases: null, chosen };
  return { purchases: (await page.load(getWithdrawables)).purchases, chosen };
}

/** Without scripts both forms post here. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "");
  const { call } = pageOf(context);
  try {
    const declared: DeclaredWithdrawal = form.has("email")
      ? {
          ...(await call(requestWithdrawal, { body: { email: text("email"), number: text("number") } })),
          email: text("email"),
        }
      : await call(withdraw, { body: { payment_id: text("payment_id") } });
    return data({ declared, failure: null });
  } catch (error) {
    return data({ declared: null, failure: toFailure(error) }, { status: 400 });
  }
}

/**
 * The withdrawal function that the law requires (D7.7; Directive (EU) 2023/2673): the links to this page say "withdraw
 * from contract here", and its button confirms the withdrawal. It works without a login too.
 */
export default function Withdrawal({ loaderData: { purchases, chosen }, actionData }: Route.ComponentProps) {
  const t = useTexts("withdrawals");
  const { refund_days: days } = useSettings();
  const [now, setDeclared] = useState<DeclaredWithdrawal | null>(null);
  const declared = now ?? actionData?.declared;
  if (declared) return <Received {...declared} />;
  const form = { failure: actionData?.failure ?? null, onDone: setDeclared };
  return (
    <Screen title={t("link")} narrow>
      {purchases?.length === 0 ? (
        <EmptyState icon={<Undo2 className="size-8" />} title={t("none_title")} text={t("none_text", { count: days })}>
          <ButtonLink to="/transactions">{t("back")}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p className="-mt-3 mb-5 text-muted">{t("intro")}</p>
          {purchases === null ? (
            <GuestForm {...form} />
          ) : (
            <MemberForm {...form} purchases={purchases} chosen={chosen} />
          )}
        </>
      )}
      <p className="mt-6 text-center">
        <Link to="/pages/return-policy" className="link inline-block py-2.5">
          {t("policy")}
        </Link>
      </p>
    </Screen>
  );
}
