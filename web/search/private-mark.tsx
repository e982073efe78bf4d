import { Bookmark, EyeOff, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Mark, markNoteLength, setMark } from "#contract/marks.ts";
import type { Profile } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { removeFromSavedResults } from "#web/member-parts/saved-results.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useFocus } from "#web/ui/use-focus.ts";

type Props = { profile: Profile; mark: Mark | null };
const kindOf = (value: string | undefined) => (value === "saved" || value === "hidden" ? value : "none");

/** What the viewer keeps for themselves about the member: saved for later with a note, or "not for me" (R11.05). */
export function PrivateMark({ profile: { id, name }, mark: loaded }: Props) {
  const t = useTexts("marks");
  const { run, pending, failure } = useCall(setMark);
  const [answer, setAnswer] = useState<{ mark: Mark | null } | null>(null);
  // the pressed button may be gone
  const status = useFocus<HTMLParagraphElement>(answer);
  const { kind = "none", note = "" } = (answer === null ? loaded : answer.mark) ?? {};
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
        onSubmit={({ kind: chosen, note: typed = "" }) =>
          run({ body: { id, kind: kindOf(chosen), note: typed } }, (saved) => {
            if (saved.mark?.kind === "hidden") removeFromSavedResults(id);
            setAnswer(saved);
          })
        }
      >
        <input type="hidden" name="call" value="setMark" />
        <input type="hidden" name="id" value={id} />
        {kind === "hidden" ? null : (
          <TextArea name="note" label={t("note")} optional rows={2} maxLength={markNoteLength} defaultValue={note} />
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
