import { Bookmark, EyeOff, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { type Mark, type MarkKind, markNoteLength, setMark } from "#contract/marks.ts";
import type { Profile } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { removeFromSavedResults } from "#web/member-parts/saved-results.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import type { MenuEntry } from "#web/ui/open-menu.tsx";
import { Section } from "#web/ui/section.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { useFocus } from "#web/ui/use-focus.ts";

type Props = { profile: Profile; marking: Marking };
type Kind = MarkKind | "none";
const kindOf = (value: string | undefined): Kind => (value === "saved" || value === "hidden" ? value : "none");
type Marking = ReturnType<typeof useMark>;

/** What the viewer keeps about the member: as the page loaded it, until they set it here. */
export function useMark({ id, name }: Profile, loaded: Mark | null) {
  const t = useTexts("marks");
  const toast = useToast();
  const form = useCall(setMark);
  // its failure is told where the menu was, not at the form below
  const menu = useCall(setMark, ({ message }) => toast({ title: message, tone: "bad" }));
  const [answer, setAnswer] = useState<{ mark: Mark | null } | null>(null);
  const [before, setBefore] = useState<Kind>("none");
  const mark = answer === null ? loaded : answer.mark;
  const kind: Kind = mark?.kind ?? "none";
  const note = mark?.note ?? "";
  const set = ({ run }: typeof form, chosen: Kind, typed: string) =>
    run({ body: { id, kind: chosen, note: typed } }, (saved) => {
      if (saved.mark?.kind === "hidden") removeFromSavedResults(id);
      setAnswer(saved);
    });
  const isHidden = kind === "hidden";
  const Icon = isHidden ? Undo2 : EyeOff;
  /** "Not for me" in the profile's menu, which keeps the note; once it is said, what takes it back. */
  const entry: MenuEntry = {
    label: isHidden ? t("of", { action: t("show_again"), name: t("hide") }) : t("hide"),
    icon: <Icon aria-hidden className="size-5 shrink-0" />,
    onSelect: async () => {
      if (!isHidden) setBefore(kind);
      const saved = await set(menu, isHidden ? before : "hidden", note);
      if (saved?.mark?.kind === "hidden") toast({ title: t("is_hidden", { name }) });
    },
  };
  const { pending, failure } = form;
  return { kind, note, entry, setByForm: (chosen: Kind, typed: string) => set(form, chosen, typed), pending, failure };
}

/** What the viewer keeps for themselves about the member: saved for later with a note, or "not for me" (R11.05). */
export function PrivateMark({ profile: { id, name }, marking }: Props) {
  const t = useTexts("marks");
  const { kind, note, setByForm, pending, failure } = marking;
  const [answer, setAnswer] = useState<unknown>(null);
  // the pressed button may be gone
  const status = useFocus<HTMLParagraphElement>(answer);
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
        onSubmit={async ({ kind: chosen, note: typed = "" }) => setAnswer(await setByForm(kindOf(chosen), typed))}
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
