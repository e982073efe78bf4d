import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { resendActivation } from "#contract/account.ts";
import { OutboxHint, ResendActivation } from "#web/account/resend-activation.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { useSend } from "#web/lib/use-call.ts";
import type { Fields } from "#web/lib/use-form.ts";
import { userQuery } from "#web/member-parts/live-queries.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { AddressField } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import type { StepProps } from "./step-props.ts";

/** The link is usually opened in another tab or app. */
const pollMs = 5_000;

type Correction = Pick<StepProps, "refused"> & { email: string; onCorrected: (email: string) => void };

export const correctAddress = (call: CallFunction, { email = "" }: Fields) =>
  call(resendActivation, { body: { email } });

const select = (input: HTMLInputElement | null) => input?.select();

/** Lets the user correct a mistyped address right here (D3.7). */
function CorrectAddress({ email, refused, onCorrected }: Correction) {
  const t = useTexts("account");
  const [open, setOpen] = useState(false);
  const { run, pending, failure } = useSend(correctAddress);
  const form = (
    <CallForm
      failure={failure ?? refused}
      className="mt-3"
      onSubmit={async (fields) => {
        const answer = await run(fields);
        if (answer === null) return;
        onCorrected(answer.email);
        setOpen(false);
      }}
    >
      <AddressField ref={open ? select : undefined} name="email" label={t("confirm.right")} defaultValue={email} />
      <Button type="submit" pending={pending}>
        {t("confirm.send")}
      </Button>
    </CallForm>
  );
  if (open) return form;
  return (
    <>
      <Button look="quiet" className="button-flush noscript:hidden" onClick={() => setOpen(true)}>
        <Pencil aria-hidden className="size-4" />
        {t("confirm.wrong")}
      </Button>
      <WithoutScripts>{form}</WithoutScripts>
    </>
  );
}

/** Says that the mail is sent. Goes on automatically once the address is confirmed, on any device. */
export function ConfirmEmailStep({ user, refused, onward, goToNextStep }: StepProps) {
  const t = useTexts("account");
  const { signup_credits: count } = useSettings();
  const toast = useToast();
  const [email, setEmail] = useState(user.email);
  const [corrected, setCorrected] = useState(false);
  const confirmed = useMember()?.status === "active";
  useQuery({ ...userQuery, refetchInterval: pollMs, refetchOnWindowFocus: "always", refetchOnMount: false });
  const hasGoneOn = useRef(false);
  useEffect(() => {
    if (!confirmed || hasGoneOn.current) return;
    hasGoneOn.current = true;
    toast({ title: t("activate.done_title"), tone: "good" });
    void goToNextStep();
  });
  const strong = { email: (words: string) => <strong className="break-words">{words}</strong> };
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p>{rich(t("mail.text", { email }), strong)}</p>
        <CorrectAddress
          key={email}
          email={email}
          refused={refused}
          onCorrected={(next) => {
            setEmail(next);
            setCorrected(true);
          }}
        />
        <p role="status" className="text-secondary-ink">
          {corrected ? t("confirm.corrected", { email }) : null}
        </p>
      </div>
      {count > 0 ? <p>{t("mail.gift", { count })}</p> : null}
      <OutboxHint email={email} />
      <p className="text-muted">{t("confirm.waits")}</p>
      <div>
        <p className="mb-3 text-muted">{t("mail.spam")}</p>
        <ResendActivation />
      </div>
      <ButtonLink to={onward} look="outline" size="large" className="mt-2">
        {t("confirm.later")}
      </ButtonLink>
    </div>
  );
}
