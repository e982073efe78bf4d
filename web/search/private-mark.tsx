import { Bookmark, EyeOff, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link, useActionData } from "react-router";
import { markNoteLength } from "#contract/marks.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Posted } from "#web/lib/use-form.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useFocus } from "#web/ui/use-focus.ts";
import { type Marking, useMarkCall } from "./use-mark.tsx";

/** What the viewer keeps for themselves about the member: saved for later with a note, or "not for me" (R11.05). */
export function PrivateMark({ marking }: { marking: Marking }) {
  const t = useTexts("marks");
  const { change, showAgain, pending, failure } = useMarkCall(marking);
  const { id, name } = marking.member;
  const { kind = "none", note = "" } = marking.mark ?? {};
  // a note that was refused without scripts
  const posted = useActionData<Posted<unknown>>();
  const refusedNote = posted?.failure && posted.typed.call === "setMark" ? posted.typed.note : undefined;
  const [pressed, setPressed] = useState(0);
  // the pressed button may be gone; after a choice in the profile's menu the focus stays there
  const status = useFocus<HTMLParagraphElement>(pressed);
  const onDone = () => setPressed((times) => times + 1);
  return (
    <Section title={t("title")} heading="text-xl" className="mt-8">
      <p ref={status} tabIndex={-1} role="status" className="mt-1 text-muted text-sm">
        {kind === "none" ? null : <strong className="text-ink">{t(`is_${kind}`, { name })}</strong>}{" "}
        {t("secret", { name })}
      </p>
      <CallForm
        key={`${kind} ${note}`}
        failure={failure}
        className="mt-3"
        onSubmit={({ kind: chosen, note: typed = "" }) => {
          if (kind === "hidden") return showAgain(onDone);
          return change(chosen === "saved" || chosen === "hidden" ? { kind: chosen, note: typed } : null, onDone);
        }}
      >
        <input type="hidden" name="call" value="setMark" />
        <input type="hidden" name="id" value={id} />
        {kind === "hidden" ? null : (
          <TextArea
            name="note"
            label={t("note")}
            optional
            rows={2}
            maxLength={markNoteLength}
            defaultValue={refusedNote ?? note}
          />
        )}
        <div className="flex flex-wrap items-center gap-2.5">
          {kind === "hidden" ? (
            <Button type="submit" name="kind" value="none" look="outline" pending={pending}>
              <Undo2 aria-hidden className="size-5" />
              {t("show_again")}
            </Button>
          ) : (
            <>
              <Button type="submit" name="kind" value="saved" look="outline" pending={pending}>
                <Bookmark aria-hidden className="size-5" />
                {t(kind === "saved" ? "save_note" : "save")}
              </Button>
              <Button
                type="submit"
                name="kind"
                value={kind === "saved" ? "none" : "hidden"}
                look="quiet"
                pending={pending}
              >
                {kind === "saved" ? (
                  <Undo2 aria-hidden className="size-5" />
                ) : (
                  <EyeOff aria-hidden className="size-5" />
                )}
                {t(kind === "saved" ? "remove" : "hide")}
              </Button>
            </>
          )}
          <Link to="/saved" className="link py-2.5">
            {t("all")}
          </Link>
        </div>
      </CallForm>
    </Section>
  );
}
