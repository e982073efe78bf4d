import { MailCheck } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { type recoveryMethods, requestRecovery } from "#contract/auth.ts";
import { textPages } from "#contract/public-pages.ts";
import { OutboxHint } from "#web/account/resend-activation.tsx";
import type { CallFunction } from "#web/lib/api.ts";
import { createAction, type ScreenHandle } from "#web/lib/page.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { type Fields, useForm } from "#web/lib/use-form.ts";
import { useTimeout } from "#web/lib/use-timer.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { AddressField } from "#web/ui/text-field.tsx";
import { linkTo, TextLink } from "#web/ui/text-link.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import type { Route } from "./+types/reset-password.ts";

export const handle: ScreenHandle = { who: "everyone", texts: ["auth", "account"], entryWarning: false };

type Way = (typeof recoveryMethods)[number];
type Sent = { email: string; way: Way; neutral: boolean };

const readWay = (text: unknown): Way => (text === "login" ? "login" : "reset");

const recoveryTexts = {
  reset: {
    title: "login.forgot",
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

/** Two buttons send it, each with its way. */
async function send(call: CallFunction, fields: Fields): Promise<Sent> {
  const email = fields.email?.trim() ?? "";
  const way = readWay(fields.way);
  const { neutral } = await call(requestRecovery, { body: { email, way } });
  return { email, way, neutral };
}

export const action = createAction(send);

/** Sends a link to choose a new password or to log in once; the address says which comes first. */
export default function ResetPassword({ actionData }: Route.ComponentProps) {
  const t = useTexts("auth");
  const form = useForm(send, actionData);
  const requestedWay = readWay(useSearchParams()[0].get("way"));
  const [submitted, setSubmitted] = useState<Way>(requestedWay);
  const [sent, setSent] = useState(form.answer);
  const { state } = useLocation();
  const passedEmail = typeof state?.email === "string" ? state.email : undefined;
  const words = recoveryTexts[requestedWay];
  const createSendButton = (way: Way, more: ButtonProps) => (
    <Button {...more} type="submit" name="way" value={way} wide pending={form.pending && submitted === way} />
  );
  if (sent) return <CheckMail sent={sent} form={form} onSent={setSent} />;
  return (
    <Screen title={t(words.title)} narrow>
      <p className="-mt-3 mb-5 text-muted">{t(words.text)}</p>
      <CallForm
        failure={form.failure}
        onSubmit={async (fields) => {
          setSubmitted(readWay(fields.way));
          setSent(await form.submit(fields));
        }}
      >
        <AddressField name="email" label={t("reset.email")} defaultValue={form.typed.email ?? passedEmail} />
        {createSendButton(requestedWay, { size: "large", children: t(words.send) })}
        <p className="mt-8 mb-2 text-center text-muted">{t(words.or)}</p>
        {createSendButton(words.other, { look: "outline", children: t(words.send_other) })}
      </CallForm>
      <p className="mt-6 text-center">
        <TextLink to="/login">{t("reset.back")}</TextLink>
      </p>
      <NoMailbox />
    </Screen>
  );
}

/** Leads someone who can't read the mail to a person. */
function NoMailbox() {
  const t = useTexts("auth");
  return (
    <p className="mt-2 text-center text-muted text-sm">
      {rich(t("reset.no_mailbox"), { form: linkTo(`${textPages.complaints}#form`) })}
    </p>
  );
}

/** A mail needs about this long; three of them are all that an account gets in a day. */
const againMs = 60_000;

type CheckMailProps = {
  sent: Sent;
  form: ReturnType<typeof useForm<Sent>>;
  /** Null leads back to the form, for another address. */
  onSent: (sent: Sent | null) => void;
};

/** Says what was sent and where. If the API must not reveal whether the account exists, the text is neutral. */
function CheckMail({ sent: { email, way, neutral }, form, onSent }: CheckMailProps) {
  const t = useTexts("auth");
  const [resent, setResent] = useState(0);
  const text = neutral ? "reset.sent_neutral" : way === "login" ? "reset.sent_login" : "reset.sent";
  return (
    <Outcome
      icon={MailCheck}
      title={t("reset.sent_title")}
      heading={t(resent > 0 ? "reset.resent_title" : "reset.sent_title")}
      result={resent + 1}
    >
      <p className="text-lg">
        {rich(t(text, { email }), { email: (words) => <strong className="break-words">{words}</strong> })}{" "}
        {neutral ? t(way === "login" ? "reset.works_login" : "reset.works") : null}
      </p>
      <p className="text-muted">
        {t("reset.spam")} {t("reset.newest")}
      </p>
      <OutboxHint email={email} />
      <SendAgain
        key={resent}
        email={email}
        way={way}
        form={form}
        onSent={(answer) => {
          onSent(answer);
          setResent(resent + 1);
        }}
      />
      <p>
        <Link to="/reset-password" onClick={() => onSent(null)} className="link inline-block py-2.5">
          {t("reset.again")}
        </Link>
      </p>
      <NoMailbox />
    </Outcome>
  );
}

type SendAgainProps = Pick<Sent, "email" | "way"> & Pick<CheckMailProps, "form"> & { onSent: (sent: Sent) => void };

/** The button waits until the first mail had time to arrive. */
function SendAgain({ email, way, form, onSent }: SendAgainProps) {
  const t = useTexts("auth");
  const [waits, setWaits] = useState(true);
  useTimeout(() => setWaits(false), againMs);
  const again = (
    <CallForm
      failure={form.failure}
      onSubmit={async (fields) => {
        const answer = await form.submit(fields);
        if (answer !== null) onSent(answer);
      }}
    >
      <input type="hidden" name="email" value={email} />
      <Button type="submit" name="way" value={way} look="outline" pending={form.pending}>
        {t("reset.resend")}
      </Button>
    </CallForm>
  );
  return waits ? <WithoutScripts>{again}</WithoutScripts> : again;
}
