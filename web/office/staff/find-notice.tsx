import { useState } from "react";
import { Link } from "react-router";
import { type FoundNotice, findNotices, noticeStates } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { CallForm } from "#web/ui/call-form.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { optionsOf } from "#web/ui/fields.tsx";
import { Section } from "#web/ui/section.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { Notice } from "./notice.tsx";

function Found({ notice }: { notice: FoundNotice }) {
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const format = useFormat();
  const { site, state, item, reason, text, at, asked_at: asked, member } = notice;
  const heading = moderation(`reasons.${reason}`);
  return (
    <li className="surface-card mb-4 p-4 md:p-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {item === null ? (
          <span className="font-semibold">{heading}</span>
        ) : (
          <Link to={`/staff/queue/reports?item=${item}`} className="link inline-block py-1.5 font-semibold">
            {heading}
          </Link>
        )}
        <Chip tone={state === "done" ? "plain" : "warning"}>{t(`notice_state.${state}`)}</Chip>
        {member === null ? null : (
          <Link to={`/staff/members/${member.id}`} className="link inline-block py-1.5">
            {member.name}
          </Link>
        )}
      </p>
      <p className="text-muted text-sm">
        {site} · {format.date(at)}
        {asked === null ? null : ` · ${t("find_notice.asked", { date: format.date(asked) })}`}
      </p>
      <p className="mt-2 whitespace-pre-line break-words">{text}</p>
      <Notice {...notice} />
    </li>
  );
}

/** Finds notices of guests by number, address or state: one whose notifier was asked something is in no queue. */
export function FindNotice() {
  const t = useTexts("staff");
  const members = useTexts("staff-members");
  const { run, pending, failure } = useCall(findNotices);
  const [notices, setNotices] = useState<readonly FoundNotice[]>();
  return (
    <Section title={t("find_notice.title")} className="mt-8 max-w-2xl border-line border-t pt-6">
      <CallForm
        role="search"
        failure={failure}
        onSubmit={({ text = "", state }) =>
          run({ body: { text, state: noticeStates.find((each) => each === state) } }, (answer) =>
            setNotices(answer.notices),
          )
        }
      >
        <TextField
          name="text"
          label={t("find_complaint.label")}
          note={t("find_notice.note")}
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
        />
        <SelectField
          name="state"
          label={t("find_complaint.state")}
          empty={t("list.any")}
          options={optionsOf(noticeStates, (state) => t(`notice_state.${state}`))}
        />
        <Button type="submit" look="outline" pending={pending}>
          {members("find.send")}
        </Button>
      </CallForm>
      <div role="status" className="mt-4">
        {notices?.length === 0 ? <p>{t("find_notice.none")}</p> : null}
        <ul>
          {(notices ?? []).map((notice) => (
            <Found key={notice.id} notice={notice} />
          ))}
        </ul>
      </div>
    </Section>
  );
}
