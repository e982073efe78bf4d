import { Undo2 } from "lucide-react";
import { getWithdrawables } from "#contract/withdrawals.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useForm } from "#web/lib/use-form.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Route } from "./+types/withdrawal.ts";
import { Received } from "./received.tsx";
import { GuestForm, MemberForm, sendWithdrawal } from "./withdrawal-forms.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["withdrawals"], mood: "settings" };

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = pageOf(context);
  const chosen = new URL(request.url).searchParams.get("payment");
  if ((await page.user()) === null) return { purchases: null, chosen };
  return { purchases: (await page.load(getWithdrawables)).purchases, chosen };
}

export const action = createAction(sendWithdrawal);

/** D7.7; Directive (EU) 2023/2673, also without a login: its links say "withdraw from contract here". */
export default function Withdrawal({ loaderData: { purchases, chosen }, actionData }: Route.ComponentProps) {
  const t = useTexts("withdrawals");
  const form = useForm(sendWithdrawal, actionData);
  if (form.answer) return <Received {...form.answer} />;
  return (
    <Screen title={t("link")} narrow>
      {purchases?.length === 0 ? (
        <EmptyState icon={<Undo2 className="size-8" />} title={t("none_title")} text={t("none_text")}>
          <ButtonLink to="/transactions">{t("back")}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <p className="-mt-3 mb-5 text-muted">{t("intro")}</p>
          {purchases === null ? (
            <GuestForm form={form} chosen={chosen} />
          ) : (
            <MemberForm form={form} purchases={purchases} chosen={chosen} />
          )}
        </>
      )}
      <p className="mt-6 text-center">
        <TextLink to="/pages/return-policy">{t("policy")}</TextLink>
      </p>
    </Screen>
  );
}
