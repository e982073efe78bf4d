import { useState } from "react";
import { addNote, type MemberFile, noteLength } from "#contract/staff-members.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { StaffForm } from "#web/office/staff/staff-form.tsx";
import { Section } from "./section.tsx";

type Props = { id: string; notes: NonNullable<MemberFile["safety"]>["notes"] };

export function Notes({ id, notes }: Props) {
  const t = useTexts("staff-members");
  const format = useFormat();
  const { run, ...state } = useCall(addNote);
  const [text, setText] = useState("");
  return (
    <Section title={t("notes.title")}>
      <ul className="mb-4">
        {notes.map((note) => (
          <li key={note.id} className="border-line border-b py-3 last:border-b-0">
            <p className="whitespace-pre-line break-words">{note.text}</p>
            <p className="text-muted text-sm">
              {format.date(note.at)}, {format.time(note.at)} · {note.by}
            </p>
          </li>
        ))}
      </ul>
      <StaffForm
        of={[
          {
            kind: "area",
            name: "text",
            label: t("notes.write"),
            note: t("notes.hint"),
            maxLength: noteLength,
            value: text,
            onChange: ({ target }) => setText(target.value),
            required: true,
          },
        ]}
        state={state}
        send={() => run({ body: { id, text } })}
        onDone={() => setText("")}
        keeps
        button={t("notes.send")}
        look="secondary"
      />
    </Section>
  );
}
