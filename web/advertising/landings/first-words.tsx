import { CircleAlert } from "lucide-react";
import { type FormEvent, use, useEffect, useId, useRef, useState } from "react";
import { Form, useNavigate } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { readDraft, saveMessage } from "#web/signup/draft.ts";
import { SignupContext } from "#web/signup/signup-over-page.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { useCost } from "./costs.ts";
import { useSignupTarget } from "./landing-parts.tsx";

type Props = { member: Card; takesFirstMessage: boolean; label: string };

/** It becomes the signup's draft; without scripts it is posted, so that no address has it. */
export function FirstWords({ member, takesFirstMessage, label }: Props) {
  const t = useTexts("landings");
  const { writes, to } = useSignupTarget(member.id, takesFirstMessage);
  if (!writes) {
    return (
      <ButtonLink to={to} size="large" wide>
        {t("join", { name: member.name })}
      </ButtonLink>
    );
  }
  return <Composer member={member} label={label} to={to} />;
}

/** A field of its own: the fields of the forms would take the page over its size limit. */
function Composer({ member, label, to }: { member: Card; label: string; to: string }) {
  const t = useTexts("landings");
  const { id, name, fictional } = member;
  const { message_credits: credits } = useSettings();
  const cost = useCost(member);
  const openSignup = use(SignupContext);
  const navigate = useNavigate();
  const field = useId();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const area = form.current?.querySelector("textarea");
    const draft = readDraft();
    if (area && area.value === "" && draft?.message_to === id) area.value = draft.message ?? "";
  }, [id]);

  const keep = (message: string) => saveMessage(message, credits, id);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const message = String(new FormData(event.currentTarget).get("message") ?? "");
    if (message.trim() === "") {
      setMissing(true);
      form.current?.querySelector("textarea")?.focus();
      return;
    }
    keep(message);
    if (openSignup === null) void navigate(to);
    else openSignup(new URL(event.currentTarget.action));
  };
  return (
    <Form ref={form} method="post" action={to} onSubmit={submit} noValidate>
      <label htmlFor={field} className="mb-1.5 block font-semibold wrap-anywhere">
        {label}
      </label>
      <textarea
        id={field}
        name="message"
        rows={3}
        required
        aria-invalid={missing || undefined}
        aria-describedby={missing ? `${field}-error ${field}-note` : `${field}-note`}
        className="field-input field-sizing-content min-h-24"
        onChange={({ currentTarget }) => {
          setMissing(false);
          keep(currentTarget.value);
        }}
      />
      {missing ? (
        <p id={`${field}-error`} className="field-error">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("missing")}
        </p>
      ) : null}
      <p id={`${field}-note`} className="field-note mb-5 wrap-anywhere">
        {`${t(fictional ? "when_fictional" : "when", { name })} ${cost}`}
      </p>
      <Button type="submit" size="large" wide>
        {t("send")}
      </Button>
    </Form>
  );
}
