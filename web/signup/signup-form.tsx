import { Gift, type LucideIcon, Mail, Wallet } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { Link } from "react-router";
import { pathIn } from "#contract/languages.ts";
import type { Card } from "#contract/profiles.ts";
import { isServed } from "#contract/served.ts";
import { composeLoginPath } from "#web/account/signup-link/intent.ts";
import { useLikelyPrice } from "#web/credits/price-words.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { rich, useLanguage, useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CheckedNote } from "#web/ui/checked-note.tsx";
import { FieldErrorsContext, useEditListener, useFieldError } from "#web/ui/form-context.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { FormKey } from "#web/ui/form-key.tsx";
import { BackArrow, StepProgress } from "#web/ui/step-progress.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { linkTo } from "#web/ui/text-link.tsx";
import type { SignupDraft } from "./draft.ts";
import { EmailField } from "./email-field.tsx";
import { KeyFields, WhoFields, YouFields } from "./fields.tsx";
import { type FormStep, listStepsBeforeFaces } from "./steps.ts";
import { Teaser } from "./teaser.tsx";
import { type SignupIntent, useSignup } from "./use-signup.ts";
import type { Steps } from "./use-steps.ts";

type Props = SignupIntent & {
  steps: Steps;
  /** Prefilled values, from the address or from the answer to a form without scripts. */
  first: SignupDraft;
  refused?: FormFailure | null;
  /** The advertising network that may learn what its click brought, if the user agrees; null: nothing to ask. */
  clickNetwork: string | null;
  member: Card | null;
  /** At the email field, if a link has proved the address in it: so no email follows. */
  provenNote?: string | undefined;
  children?: ReactNode;
  onBegun?: () => void;
};

/** Has all steps in one form: without scripts a long one, with scripts one step at a time. */
export function SignupForm({
  steps,
  first,
  refused = null,
  clickNetwork,
  member,
  provenNote,
  children,
  ...rest
}: Props) {
  const { onBegun, to, next } = rest;
  const t = useTexts("account");
  const shell = useTexts("shell");
  const { signup_steps } = useSettings();
  const form = useRef<HTMLFormElement>(null);
  const signup = useSignup(form, { steps, first, refused, to, next, onBegun });
  const { names, step, hydrated, goBack } = steps;
  const { address, defaults } = signup;
  const number = names.indexOf(step) + 1;
  const last = number === names.length;
  const shared = { current: step, hydrated };
  const field = { defaults: defaults.draft };

  return (
    <form ref={form} method="post" noValidate {...signup.listeners}>
      <FormKey />
      <StepProgress
        number={number}
        total={names.length + listStepsBeforeFaces(signup_steps).length}
        back={
          number > 1 ? (
            <button type="button" className="icon-button -ms-3" aria-label={shell("nav.back")} onClick={goBack}>
              <BackArrow />
            </button>
          ) : null
        }
      />
      <FieldErrorsContext value={signup.errors}>
        <FormError failure={signup.general} />
        <div key={defaults.version}>
          {to === null ? null : (
            <Step
              {...shared}
              name="message"
              heading={member ? t("signup.message", { name: member.name }) : t("signup.message_plain")}
            >
              <MessageFields to={to} member={member} {...field} />
            </Step>
          )}
          <Step {...shared} name="who" heading={t("signup.who")}>
            <WhoFields {...field} />
          </Step>
          <Step {...shared} name="you" heading={t("signup.you")}>
            <YouFields {...field} />
          </Step>
          <Step {...shared} name="key" heading={t("signup.key")}>
            <KeyFields
              clickNetwork={clickNetwork}
              address={
                <EmailField
                  note={provenNote ?? t("signup.email_note")}
                  defaultValue={defaults.draft.email}
                  hint={address.hint}
                  code={signup.codes.email}
                  onLook={address.checkSoon}
                  onTyped={address.clearHint}
                  onTaken={() => {
                    signup.listeners.onChange();
                    address.clearHint();
                  }}
                />
              }
            />
            <SignupNotes proven={provenNote !== undefined} />
          </Step>
          {children}
        </div>
      </FieldErrorsContext>
      <Agreement className={last ? "" : "not-noscript:hidden"} />
      {last ? null : (
        <Button type="submit" size="large" wide pending={signup.busy} className="noscript:hidden">
          {t("signup.continue")}
        </Button>
      )}
      <Button type="submit" size="large" wide pending={signup.busy} className={last ? "" : "not-noscript:hidden"}>
        {t("signup.send")}
      </Button>
      <p className="mt-6 text-center">
        {rich(t("signup.member"), {
          login: linkTo(composeLoginPath(to, next)),
        })}
      </p>
    </form>
  );
}

/** What the user agrees to, shown before the button. The pages open in a new tab, so that nothing typed is lost. */
function Agreement({ className }: { className: string }) {
  const t = useTexts("account");
  const language = useLanguage();
  const linkInNewTab =
    (path: string) =>
    (words: string): ReactNode => (
      <a className="link" href={pathIn(language, path)} target="_blank" rel="noreferrer">
        {words}
      </a>
    );
  return (
    <p className={`mb-4 text-muted text-sm ${className}`}>
      {rich(t("signup.agree"), { terms: linkInNewTab("/pages/terms"), privacy: linkInNewTab("/pages/privacy") })}
    </p>
  );
}

function NoteLine({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-secondary-ink" />
      {children}
    </li>
  );
}

/** Explains what the button at the end of the form does, before it is pressed. */
function SignupNotes({ proven }: { proven: boolean }) {
  const t = useTexts("account");
  const { signup_credits: count } = useSettings();
  return (
    <ul className="mb-5 flex flex-col gap-1.5 rounded-md bg-good-tint px-4 py-3 text-sm">
      <NoteLine icon={Wallet}>{t("signup.gets_free")}</NoteLine>
      {proven ? null : <NoteLine icon={Mail}>{t("signup.gets_mail")}</NoteLine>}
      {count > 0 && !proven ? <NoteLine icon={Gift}>{t("signup.gets_gift", { count })}</NoteLine> : null}
    </ul>
  );
}

type StepProps = {
  name: FormStep;
  current: FormStep;
  /** Whether scripts have taken over. Until then the style sheet hides the other steps, if scripts run at all. */
  hydrated: boolean;
  heading: string;
  children: ReactNode;
};

function Step({ name, current, hydrated, heading, children }: StepProps) {
  const id = useId();
  const other = name !== current;
  return (
    <section
      aria-labelledby={id}
      data-step={name}
      hidden={hydrated && other}
      className={other ? "not-noscript:hidden" : undefined}
    >
      <h2 id={id} tabIndex={-1} className="mb-4 text-2xl outline-none md:text-3xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** The message's price in credits and money, and that the gift pays for it; shown before the user writes. */
function useMessageCostText(member: Card | null): string {
  const t = useTexts("account");
  const { message_credits: cost, signup_credits: gift } = useSettings();
  const money = useLikelyPrice();
  if (cost === 0 || (member !== null && !isServed(member))) return t("signup.message_free");
  const credits = { cost: t("signup.credits", { count: cost }), gift: t("signup.credits", { count: gift }) };
  return money === null ? t("signup.message_cost", credits) : t("signup.message_cost_money", { ...credits, money });
}

type MessageFieldsProps = { to: string; member: Card | null; defaults: SignupDraft };

/** The first message to a member. `member` is null if the site hides members from visitors. */
function MessageFields({ to, member, defaults }: MessageFieldsProps) {
  const t = useTexts("account");
  const { message_credits: credits } = useSettings();
  const cost = useMessageCostText(member);
  const wrongText = useFieldError("message.text");
  const wrongMember = useFieldError("message.to");
  const when = member === null ? t("signup.message_when_plain") : t("signup.message_when", { name: member.name });
  return (
    <>
      {member === null ? null : <Teaser member={member} />}
      <TextArea
        name="message"
        label={t("signup.message_label")}
        note={`${when} ${cost}`}
        error={wrongText ?? wrongMember}
        onChange={useEditListener("message.text")}
        rows={4}
        className="min-h-28"
        defaultValue={defaults.message}
      />
      <input type="hidden" name="credits" value={credits} />
      <CheckedNote of="message" />
      <p className="-mt-2 mb-4">
        <Link to={`/signup?next=/members/${to}`} className="link inline-block py-2">
          {t("signup.message_without")}
        </Link>
      </p>
    </>
  );
}
