import { DoorOpen } from "lucide-react";
import { redirect, useLocation } from "react-router";
import { reactivationDays } from "#contract/constants.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import { createAction } from "#web/lib/create-action.ts";
import { pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import type { Route } from "./+types/account-deleted.ts";
import { ReactivationForm, sendReactivation } from "./reactivation-form.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["privacy", "account"] };

/** A logged-in user has no deleted account, or has restored it. */
export async function loader({ context }: Route.LoaderArgs) {
  if ((await pageOf(context).user()) !== null) throw redirect("/members");
  return null;
}

export const action = createAction(sendReactivation);

/** State from the previous screen; lost on a reload, and never in the address. */
type PassedState = { until?: unknown; email?: unknown } | null;

/**
 * For users who have deleted their account or want it back: explains the mail, how long its link works, and how to get
 * another one (R2.25, R4.03).
 */
export default function AccountDeleted({ actionData }: Route.ComponentProps) {
  const t = useTexts("privacy");
  const format = useFormat();
  const known = useLocation().state as PassedState;
  const until = typeof known?.until === "string" ? known.until : undefined;
  const email = typeof known?.email === "string" ? known.email : "";
  return (
    <Outcome icon={DoorOpen} title={t("deleted.title")}>
      <p>{t("deleted.text")}</p>
      <p>
        {until === undefined
          ? t("deleted.back", { days: reactivationDays })
          : t("deleted.back_until", { date: format.date(until), time: format.time(until) })}
      </p>
      {until === undefined ? null : <OutboxHint email={email} />}
      <ButtonLink to="/" className="mt-2 self-start">
        {t("deleted.home")}
      </ButtonLink>
      <section aria-labelledby="again" className="mt-3 border-line border-t pt-5">
        <h2 id="again" className="mb-1 text-lg">
          {t("deleted.again_title")}
        </h2>
        <p className="mb-4 text-muted">{t("deleted.again_text")}</p>
        <ReactivationForm email={email} posted={actionData} />
      </section>
    </Outcome>
  );
}
