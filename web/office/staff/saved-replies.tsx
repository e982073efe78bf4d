import { ChevronDown } from "lucide-react";
import type { SavedReply } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { useEditListener } from "#web/ui/form-context.ts";

type Props = { replies: readonly SavedReply[]; words: string; onChange(words: string): void };

/** Adds a text that staff send often to the field `words`, in the language of who will read it. */
export function SavedReplies({ replies, words, onChange }: Props) {
  const t = useTexts("staff");
  const onEdit = useEditListener("words");
  if (replies.length === 0) return null;
  return (
    <details className="group mb-5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold">
        <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
        {t("queue.replies")}
      </summary>
      <p className="mt-2 flex flex-wrap gap-2">
        {replies.map(({ title, text }) => (
          <Button
            key={title}
            look="outline"
            onClick={() => {
              onEdit();
              onChange([words.trim(), text].filter(Boolean).join("\n\n"));
            }}
          >
            {title}
          </Button>
        ))}
      </p>
    </details>
  );
}
