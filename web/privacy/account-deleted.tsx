import { DoorOpen } from "lucide-react";
import { redirect, useLocation } from "react-router";
import { requestReactivation } from "#contract/account.ts";
import { reactivationDays } from "#contract/constants.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, pageOf, type ScreenHandle } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { type Fields, type Posted, useForm } from "#web/lib/use-form.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { Section } from "#web/ui/section.tsx";
import { AddressField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/account-deleted.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["privacy", "account"] };

/** A logged-in user has no deleted account, or has restored it. */
export async function loader({ context }: Route.LoaderArgs) {
  if ((await pageOf(context).user()) !== null) throw redirect("/members");
  return null;
}

export const action = createAction(sendReactivation);

/** State from the previous screen; lost on a reload, and never in the address. */
type PassedState = { until?: unknown; email?: unknown; refund?: unknown } | null;

/** Explains the mail, how long its link works, and how to get another one. */
export default function AccountDeleted({ actionData }: Route.ComponentProps) {
  const t = useTexts("privacy");
  const format = useFormat();
  const passedState = useLocation().state as PassedState;
  const until = typeof passedState?.until === "string" ? passedState.until : undefined;
  const email = typeof passedState?.email === "string" ? passedState.email : "";
  const refund = typeof passedState?.refund === "string" ? passedState.refund : "";
  return (
    <Outcome icon={DoorOpen} title={t("deleted.title")}>
      <p>{t("deleted.text")}</p>
      {refund === "" ? null : <p>{t("deleted.refund", { sum: refund })}</p>}
      <p>
        {until === undefined
          ? t("deleted.back", { days: reactivationDays })
          : t("deleted.back_until", { date: format.date(until), time: format.deadline(until) })}
      </p>
      {until === undefined ? null : <OutboxHint email={email} />}
      <ButtonLink to="/" className="mt-2 self-start">
        {t("deleted.home")}
      </ButtonLink>
      <Section title={t("deleted.again_title")} heading="mb-1 text-lg" className="mt-3 border-line border-t pt-5">
        <p className="mb-4 text-muted">{t("deleted.again_text")}</p>
        <ReactivationForm email={email} posted={actionData} />
      </Section>
    </Outcome>
  );
}

async function sendReactivation(call: CallFunction, { email = "" }: Fields): Promise<string> {
  await call(requestReactivation, { body: { email } });
  return email.trim();
}

/** Sends the reactivation link again. The answer is the same for every address. */
function ReactivationForm({ email, posted }: { email: string; posted: Posted<string> | undefined }) {
  const t = useTexts("privacy");
  const { submit, pending, failure, answer: sentTo, typed } = useForm(sendReactivation, posted);
  return (
    <>
      <CallForm failure={failure} onSubmit={submit}>
        <AddressField name="email" label={t("deleted.email")} defaultValue={typed.email ?? email} />
        <Button type="submit" look="outline" pending={pending}>
          {t("deleted.again")}
        </Button>
      </CallForm>
      <div role="status">
        {sentTo === null || failure !== null ? null : (
          <div className="mt-4 flex flex-col gap-2">
            <p>{t("deleted.sent", { email: sentTo })}</p>
            <OutboxHint email={sentTo} />
          </div>
        )}
      </div>
    </>
  );
}
