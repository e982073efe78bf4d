import { ChevronDown, X } from "lucide-react";
import { useState } from "react";
import type { SavedReply } from "#contract/complaints.ts";
import { deleteReply, saveReply } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { useEditListener } from "#web/ui/form-context.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { TextField } from "#web/ui/text-field.tsx";

type Props = {
  replies: readonly SavedReply[];
  words: string;
  onChange(words: string): void;
  /** The user saves texts of their own. */
  own?: boolean;
};

/** Adds a text that staff send often to the field `words`, in the language of who will read it. */
export function SavedReplies({ replies: shared, words, onChange, own = false }: Props) {
  const t = useTexts("staff");
  const onEdit = useEditListener("words");
  const [replies, setReplies] = useState(shared);
  const remove = useCall(deleteReply);
  // the answers of these calls are the user's own; those that everyone has follow
  const showOwn = (ownReplies: readonly SavedReply[]) => setReplies([...ownReplies, ...shared.filter(({ id }) => !id)]);
  if (replies.length === 0 && !own) return null;
  return (
    <details className="group mb-5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold">
        <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
        {t("queue.replies")}
      </summary>
      <p className="mt-2 flex flex-wrap gap-2">
        {replies.map(({ id, title, text }) => (
          <span key={id ?? title} className="inline-flex">
            <Button
              look="outline"
              onClick={() => {
                onEdit();
                onChange([words.trim(), text].filter(Boolean).join("\n\n"));
              }}
            >
              {title}
            </Button>
            {id === null ? null : (
              <Button
                look="quiet"
                aria-label={t("queue.reply_delete", { title })}
                onClick={() => remove.run({ body: { id } }, ({ replies: left }) => showOwn(left))}
              >
                <X aria-hidden className="size-4" />
              </Button>
            )}
          </span>
        ))}
      </p>
      <FormError failure={remove.failure} />
      {own && words.trim() !== "" ? <SaveReply text={words.trim()} onSaved={showOwn} /> : null}
    </details>
  );
}

function SaveReply({ text, onSaved }: { text: string; onSaved(replies: readonly SavedReply[]): void }) {
  const t = useTexts("staff");
  const { run, pending, failure } = useCall(saveReply);
  const save = ({ title = "" }: { title?: string }) =>
    run({ body: { title, text } }, ({ replies }) => onSaved(replies));
  return (
    <CallForm className="mt-3" failure={failure} onSubmit={save}>
      <TextField name="title" label={t("queue.reply_name")} maxLength={60} required />
      <Button type="submit" look="outline" pending={pending}>
        {t("queue.reply_save")}
      </Button>
    </CallForm>
  );
}
