import { useState } from "react";
import { deleteMessage, type Undelivered } from "#contract/chat.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button, ButtonLink, OutlineLink } from "#web/ui/button.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { Notice } from "#web/ui/notice.tsx";

/** Written before the confirmation: why not, that they cost nothing, and what the member can do (D6.3). */
export function UndeliveredMessages({ messages }: { messages: readonly Undelivered[] }) {
  const t = useTexts("chat");
  const [deleted, setDeleted] = useState<readonly string[]>([]);
  const { run, failure, pending } = useCall(deleteMessage);
  const shown = messages.filter(({ id }) => !deleted.includes(id));
  if (shown.length === 0) return null;
  const deleteUndelivered = (id: string) => run({ body: { message: id } }, () => setDeleted((known) => [...known, id]));
  return (
    <section aria-label={t("undelivered.area")} className="mb-5">
      <FormError failure={failure} />
      <ul className="flex flex-col gap-3">
        {shown.map((message) => (
          <li key={message.id}>
            <UndeliveredMessage message={message} pending={pending} onDelete={() => deleteUndelivered(message.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { message: Undelivered; pending: boolean; onDelete: () => void };

function UndeliveredMessage({ message: { profile, text, reason }, pending, onDelete }: Props) {
  const t = useTexts("chat");
  const age = useTexts("age");
  const members = useTexts("members");
  const title = profile ? t("undelivered.to", { name: profile.name }) : t("undelivered.title");
  const chat = profile && `/members/${profile.id}/chat`;
  return (
    <Notice
      tone="warning"
      title={reason === "away" ? t("undelivered.away_title") : title}
      actions={
        <>
          {reason === "age_check_required" ? <ButtonLink to="/profile#age">{age("go")}</ButtonLink> : null}
          {chat && reason === "too_many_at_once" ? <ButtonLink to={chat}>{members("profile.write")}</ButtonLink> : null}
          {chat && (reason === "not_enough_credits" || reason === "conversation_limit") ? (
            <OutlineLink to={`/credits?return_to=${encodeURIComponent(chat)}`}>{t("composer.get_credits")}</OutlineLink>
          ) : null}
          <Button look="quiet" pending={pending} onClick={onDelete}>
            {t("undelivered.delete")}
          </Button>
        </>
      }
    >
      <blockquote dir="auto" className="my-1.5 border-line border-s-3 ps-3 whitespace-pre-line break-words">
        {text}
      </blockquote>
      <p>{t(`undelivered.${reason}`)}</p>
    </Notice>
  );
}
