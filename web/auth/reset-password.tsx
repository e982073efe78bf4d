import { MailCheck } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { data, Link, useLocation, useSearchParams } from "react-router";
import { type recoveryMethods, requestRecovery } from "#contract/auth.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import { pageOf } from "#web/lib/page.ts";
import type { ScreenHandle } from "#web/lib/screen-handle.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { toFailure, useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { AddressField } from "#web/ui/text-field.tsx";
import type { Route } from "./+types/reset-password.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["auth", "account"] };

type Way = (typeof recoveryMethods)[number];
type Sent = { email: string; way: Way; neutral: boolean };

const readWay = (text: unknown): Way => (text === "login" ? "login" : "reset");

/** The texts and the alternative for each recovery method. */
const recoveryTexts = {
  reset: {
    title: "reset.title",
    text: "reset.text",
    send: "reset.send",
    or: "reset.or_login",
    other: "login",
    send_other: "reset.send_login",
  },
  login: {
    title: "reset.login_title",
    text: "reset.login_text",
    send: "reset.send_login",
    or: "reset.or_reset",
    other: "reset",
    send_other: "reset.send_reset",
  },
} as const;

type ButtonProps = Pick<ComponentProps<typeof Button>, "look" | "size" | "children">;

/** Without scripts both buttons post here. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const email = String(form.get("email") ?? "");
  const way = readWay(form.get("way"));
  try {
    const { neutral } = await pageOf(context).call(requestRecovery, { body: { email, way } });
    return data({ sent: { email, way, neutral }, failure: null, email });
  } catch (error) {
    return data({ sent: null, failure: toFailure(error), email }, { status: 400 });
  }
}

/** R5.06: sends a link to choose a new password or to log in once; the address says which comes first. */
export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const t = useTexts("auth");
  const { run, pending, failure } = useCall(requestRecovery);
  const requestedWay = readWay(useSearchParams()[0].get("way"));
  const [submitted, setSubmitted] = useState<Way>(requestedWay);
  const [sent, setSent] = useState<Sent | null>(actionData?.sent ?? null);
  const { state } = useLocation();
  const passedEmail = typeof state?.email === "string" ? state.email : undefined;
  const words = recoveryTexts[requestedWay];
  const createSendButton = (way: Way, more: ButtonProps) => (
    <Button {...more} type="submit" name="way" value={way} wide pending={pending && submitted === way} />
  );
  if (sent) return <CheckMail {...sent} onAgain={() => setSent(null)} />;
  return (
    <Screen title={t(words.title)} narrow>
      <p className="-mt-3 mb-5 text-muted">{t(words.text)}</p>
      <CallForm
        failure={failure ?? actionData?.failure}
        onSubmit={async (fields) => {
          const email = fields.email?.trim() ?? "";
          const way = readWay(fields.way);
          setSubmitted(way);
          const answer = await run({ body: { email, way } });
          if (answer) setSent({ email, way, neutral: answer.neutral });
        }}
      >
        <AddressField name="email" label={t("reset.email")} defaultValue={actionData?.email ?? passedEmail} />
        {createSendButton(requestedWay, { size: "large", children: t(words.send) })}
        <p className="mt-8 mb-2 text-center text-muted">{t(words.or)}</p>
        {createSendButton(words.other, { look: "outline", children: t(words.send_other) })}
      </CallForm>
      <p className="mt-6 text-center">
        <Link to="/login" className="link inline-block py-2.5">
          {t("reset.back")}
        </Link>
      </p>
    </Screen>
  );
}

/** Says what was sent and where. If the API must not reveal whether the account exists, the text is neutral. */
function CheckMail({ email, way, neutral, onAgain }: Sent & { onAgain: () => void }) {
  const t = useTexts("auth");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = neutral ? "reset.sent_neutral" : way === "login" ? "reset.sent_login" : "reset.sent";
  return (
    <Outcome icon={MailCheck} title={t("reset.sent_title")} headingRef={heading}>
      <p className="text-lg">
        {rich(t(text, { email }), { email: (words) => <strong className="break-words">{words}</strong> })}
      </p>
      <p className="text-muted">
        {t("reset.spam")} {t("reset.newest")}
      </p>
      <OutboxHint email={email} />
      <p>
        <Link to="/reset-password" onClick={onAgain} className="link inline-block py-2.5">
          {t("reset.again")}
        </Link>
      </p>
    </Outcome>
  );
}
