import { useState } from "react";
import { answerTextLength } from "#contract/complaints.ts";
import { type MemberFile, writeToMember } from "#contract/staff-members.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { BackToQueue } from "#web/office/staff/back-to-queue.tsx";
import { useReaderNote } from "#web/office/staff/reader-note.ts";
import { SavedReplies } from "#web/office/staff/saved-replies.tsx";
import { StaffForm } from "#web/office/staff/staff-form.tsx";

/** Writes to a member by email and update, with the user's saved texts; no measure, and nothing to object to. */
export function WriteForm({
  member: { id, language },
  replies,
  onSent,
  prepared = "",
}: Pick<MemberFile, "replies"> & {
  /** `language`: in which they read it; undefined: not known here. */
  member: Pick<MemberFile["member"], "id"> & { language: string | undefined };
  onSent?: () => void;
  /** What is written there at first. */
  prepared?: string;
}) {
  const t = useTexts("staff-members");
  const readerNote = useReaderNote();
  const { run, ...state } = useCall(writeToMember);
  const [text, setText] = useState(prepared);
  const [isSent, setSent] = useState(false);
  const change = (typed: string) => {
    setText(typed);
    setSent(false);
  };
  return (
    <>
      <StaffForm
        of={[
          {
            kind: "area",
            name: "text",
            label: t("write.text"),
            note: readerNote(language, t("write.note")),
            maxLength: answerTextLength,
            value: text,
            onChange: ({ target }) => change(target.value),
            required: true,
          },
        ]}
        state={state}
        send={() => run({ body: { id, text } })}
        onDone={() => {
          setText("");
          setSent(true);
          onSent?.();
        }}
        keeps
        button={t("write.send")}
        look="secondary"
      />
      <p role="status" className="mt-2 flex flex-wrap items-center gap-x-4 font-semibold">
        {isSent ? t("write.sent") : null}
        {isSent ? <BackToQueue /> : null}
      </p>
      <SavedReplies replies={replies} words={text} onChange={({ words }) => change(words)} own />
    </>
  );
}
