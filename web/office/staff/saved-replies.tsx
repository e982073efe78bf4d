import { ChevronDown, X } from "lucide-react";
import { useState } from "react";
import type { SavedReply } from "#contract/complaints.ts";
import { type Ground, staffGrounds } from "#contract/decisions.ts";
import { deleteReply, saveReply } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { useEditListener } from "#web/ui/form-context.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { TextField } from "#web/ui/text-field.tsx";

/** The words of the user's last decision here that its member reads, the member's name and language. */
export type LastWords = { name: string; words: string; language: string };
type Group = { label: string; replies: readonly SavedReply[] };
type Props = {
  replies: readonly SavedReply[];
  /** Further ones, each group for the reader that its label names; `label` names the reader of `replies`. */
  groups?: readonly Group[];
  label?: string;
  /** What was written to a member before, to use again for a reader of the same language. */
  last?: LastWords | null;
  language?: string | undefined;
  words: string;
  /** `ground`: the reason of a measure that the added reply explains, if it is another than the chosen one. */
  onChange(part: { words: string; ground?: (typeof staffGrounds)[number] }): void;
  /** The user saves texts of their own. */
  own?: boolean;
};

/** The replies, of which those that explain this reason of a measure stand at hand. */
export const repliesFor = (ground: Ground | "", replies: readonly SavedReply[]): readonly SavedReply[] =>
  replies.map((reply) => (reply.grounds?.some((each) => each === ground) ? { ...reply, fits: true } : reply));

/** A reply of which the words have a paragraph that its reader must not get with this verdict. */
export const misfitIn = (words: string, replies: readonly SavedReply[], verdict: string): SavedReply | undefined =>
  replies.find(
    ({ text, not_with: verdicts }) =>
      verdicts?.includes(verdict) && text.split("\n\n").some((paragraph) => words.includes(paragraph)),
  );

/** Puts a reply into the field `words`, below what is written there. */
function useAdd({ words, onChange }: Pick<Props, "words" | "onChange">): (reply: Omit<SavedReply, "id">) => void {
  const onEdit = useEditListener("words");
  return ({ text, grounds, fits = false }) => {
    onEdit();
    const ground = fits ? undefined : staffGrounds.find((each) => grounds?.includes(each));
    onChange({ words: [words.trim(), text].filter(Boolean).join("\n\n"), ...(ground && { ground }) });
  };
}

/** The replies that fit the letter by its words, at hand above the field. */
export function FittingReplies({ replies, ...field }: Pick<Props, "replies" | "words" | "onChange">) {
  const t = useTexts("staff");
  const add = useAdd(field);
  const fitting = replies.filter(({ fits }) => fits === true);
  if (fitting.length === 0) return null;
  return (
    <p className="mb-3 flex flex-wrap items-center gap-2">
      <span className="text-muted text-sm">{t("queue.reply_fits")}</span>
      {fitting.map((reply) => (
        <Button key={reply.title} look="outline" onClick={() => add(reply)}>
          {reply.title}
        </Button>
      ))}
    </p>
  );
}

/** Adds a text that staff send often to the field `words`, in the language of its reader; so does `FittingReplies`. */
export function SavedReplies({ replies: shared, groups = [], label = "", last = null, language, ...props }: Props) {
  const { words, own = false } = props;
  const t = useTexts("staff");
  const add = useAdd(props);
  // the answers of these calls are the user's own; those that everyone has follow. Null: as they were loaded
  const [changed, setChanged] = useState<readonly SavedReply[] | null>(null);
  const remove = useCall(deleteReply);
  const replies = changed === null ? shared : [...changed, ...shared.filter(({ id }) => !id)];
  const again: SavedReply[] =
    last === null || last.language !== language
      ? []
      : [{ id: null, title: t("queue.reply_last", { name: last.name }), text: last.words }];
  const filled = [{ label, replies: [...again, ...replies] }, ...groups]
    .map((group) => ({ ...group, replies: group.replies.filter(({ fits }) => fits !== true) }))
    .filter((group) => group.replies.length > 0);
  if (filled.length === 0 && !own) return null;
  return (
    <details className="group mb-5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold">
        <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
        {t("queue.replies")}
      </summary>
      {filled.map((group) => (
        <div key={group.label} className="mt-2">
          {group.label === "" ? null : <p className="mb-1 text-muted text-sm">{group.label}</p>}
          <p className="flex flex-wrap gap-2">
            {group.replies.map(({ id, ...reply }) => (
              <span key={id ?? reply.title} className="inline-flex">
                <Button look="outline" onClick={() => add(reply)}>
                  {reply.title}
                </Button>
                {id === null ? null : (
                  <Button
                    look="quiet"
                    aria-label={t("queue.reply_delete", { title: reply.title })}
                    onClick={() => remove.run({ body: { id } }, ({ replies: left }) => setChanged(left))}
                  >
                    <X aria-hidden className="size-4" />
                  </Button>
                )}
              </span>
            ))}
          </p>
        </div>
      ))}
      <FormError failure={remove.failure} />
      {own && words.trim() !== "" ? <SaveReply text={words.trim()} onSaved={setChanged} /> : null}
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
