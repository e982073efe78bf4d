import { useEffect, useRef, useState } from "react";
import { aboutMeLength } from "#contract/constants.ts";
import { countGraphemes } from "#contract/measure-text.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useOpenErrors } from "#web/ui/form-context.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { AboutMeConsent } from "./about-me-consent.tsx";
import { type Refused, RefusedText } from "./refused-text.tsx";
import { SaveMark } from "./save-mark.tsx";
import { useFieldSave, useLeaveWarning } from "./use-field-save.ts";

/** Below this many characters left, the counter is shown. */
const nearTheEnd = 200;

/** Unsaved texts by member, kept when the user leaves the page within the site, for this page load only. */
const unsavedTexts = new Map<string, string>();

type Props = {
  member: string;
  text: string;
  agreed: boolean;
  /** Others see the previous text, if there was one, until this is approved (D11.3). */
  inspected: boolean;
  hadText: boolean;
  /** The text before, which staff refused, and the id of that decision. */
  refused: Refused | null;
  /** It was just approved. */
  checked: boolean;
};

function CharactersLeft({ left }: { left: number }) {
  const t = useTexts("profiles");
  return (
    <p role="status" className={`text-end text-sm ${left < 0 ? "font-medium text-danger-ink" : "text-muted"}`}>
      {left < 0 ? t("own.over", { count: -left }) : null}
      {left >= 0 && left <= nearTheEnd ? t("own.left", { count: left }) : null}
    </p>
  );
}

export function AboutMeField({ member, text, agreed, inspected, hadText, refused, checked }: Props) {
  const t = useTexts("account");
  const profileTexts = useTexts("profiles");
  const saving = useFieldSave();
  const { open, onEdit } = useOpenErrors(saving.failure);
  const area = useRef<HTMLTextAreaElement>(null);
  const lastSent = useRef(text);
  const [length, setLength] = useState(() => countGraphemes(text));
  const [dirty, setDirty] = useState(false);
  useLeaveWarning(dirty);

  const handleInput = () => {
    onEdit("about_me");
    const typed = area.current?.value ?? "";
    setLength(countGraphemes(typed));
    setDirty(typed !== lastSent.current);
    unsavedTexts.set(member, typed);
  };
  const saveIfChanged = () => {
    const typed = area.current?.value ?? "";
    if (typed === lastSent.current) {
      if (saving.state !== "failed") unsavedTexts.delete(member);
      return;
    }
    lastSent.current = typed;
    setDirty(false);
    saving.save({ about_me: typed });
  };
  const { state } = saving;
  // one message: the notice says that the text is saved
  const isWaiting = inspected && state === "saved";
  useEffect(() => {
    if (state === "saved") unsavedTexts.delete(member);
  }, [state, member]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is reopened
  useEffect(() => {
    const unsaved = unsavedTexts.get(member);
    if (area.current === null || unsaved === undefined || unsaved === area.current.value) return;
    area.current.value = unsaved;
    handleInput();
  }, [member]);

  return (
    <div className="own-field own-field-whole">
      <TextArea
        ref={area}
        name="about_me"
        label={<span className="sr-only">{t("profile.about")}</span>}
        note={t("profile.about_note", { count: aboutMeLength })}
        error={open?.fields.about_me}
        rows={6}
        className="max-h-[55svh] min-h-36"
        dir="auto"
        defaultValue={text}
        onChange={handleInput}
        onBlur={saveIfChanged}
      />
      <SaveMark saving={isWaiting ? { ...saving, state: "idle" } : saving} field="about_me" />
      <CharactersLeft left={aboutMeLength - length} />
      {agreed ? null : <AboutMeConsent onAgree={() => saving.save({ about_me_consent: true })} />}
      <div role="status">
        {inspected ? (
          <Notice title={profileTexts("own.inspection")}>
            {profileTexts(hadText ? "own.inspection_text" : "own.inspection_first")}
          </Notice>
        ) : null}
        {refused !== null && length === 0 ? (
          <RefusedText title={profileTexts("own.refused")} refused={refused} />
        ) : null}
        {checked ? <Notice tone="good">{profileTexts("own.checked")}</Notice> : null}
      </div>
    </div>
  );
}
