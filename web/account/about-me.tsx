import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { saveProfile } from "#contract/profiles.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { TextArea } from "#web/ui/text-field.tsx";

/** What the API takes, in characters as a person counts them. */
const longest = 2000;

/** The text about oneself, read and written in the same place (R2.20). */
export function AboutMe({ text: first }: { text: string }) {
  const t = useTexts("account");
  const [text, setText] = useState(first);
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  const { run, pending, failure, forget } = useCall(saveProfile);
  const edit = useRef<HTMLButtonElement>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (editing) {
      area.current?.focus({ preventScroll: true });
      // All of it, with its buttons, above the navigation at the bottom of a phone.
      area.current?.form?.scrollIntoView({ block: "nearest" });
    } else if (wasEditing.current) edit.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <section aria-labelledby="about" className="mt-8">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <h2 id="about" className="me-auto text-xl">
          {t("profile.about")}
        </h2>
        <p role="status" className="text-secondary-ink text-sm">
          {saved ? t("profile.about_saved") : null}
        </p>
        {editing ? null : (
          <button
            ref={edit}
            type="button"
            className="button button-quiet -me-4"
            onClick={() => {
              setSaved(false);
              setEditing(true);
            }}
          >
            <Pencil aria-hidden className="size-4" />
            {t(text === "" ? "profile.about_write" : "profile.about_edit")}
          </button>
        )}
      </div>
      {editing ? (
        <CallForm
          failure={failure}
          className="mt-2 scroll-mb-24"
          onSubmit={async (fields) => {
            const answer = await run({ body: { about_me: fields.about_me ?? "" } });
            if (answer === null) return;
            setText(answer.about_me);
            setSaved(true);
            setEditing(false);
          }}
        >
          <TextArea
            ref={area}
            name="about_me"
            label={<span className="sr-only">{t("profile.about_label")}</span>}
            note={t("profile.about_note", { count: longest })}
            rows={6}
            className="min-h-36"
            defaultValue={text}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" pending={pending}>
              {t("profile.about_save")}
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                forget();
                setEditing(false);
              }}
            >
              {t("profile.about_cancel")}
            </Button>
          </div>
        </CallForm>
      ) : text === "" ? (
        <p className="mt-1 text-muted">{t("profile.about_empty")}</p>
      ) : (
        <p className="mt-1 whitespace-pre-line text-lg leading-relaxed">{text}</p>
      )}
    </section>
  );
}
