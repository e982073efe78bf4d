import { useState } from "react";
import { Link } from "react-router";
import { type FoundNotice, findNotices, noticeStates } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Chip } from "#web/ui/chip.tsx";
import { FindSection } from "./find-section.tsx";
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
  const { run, ...state } = useCall(findNotices);
  const [notices, setNotices] = useState<readonly FoundNotice[]>();
  return (
    <FindSection
      title={t("find_notice.title")}
      note={t("find_notice.note")}
      states={noticeStates}
      stateText={(each) => t(`notice_state.${each}`)}
      onFind={(body) => run({ body }, (answer) => setNotices(answer.notices))}
      {...state}
    >
      {notices?.length === 0 ? <p>{t("find_notice.none")}</p> : null}
      <ul>
        {(notices ?? []).map((notice) => (
          <Found key={notice.id} notice={notice} />
        ))}
      </ul>
    </FindSection>
  );
}
