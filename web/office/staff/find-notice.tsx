import { useState } from "react";
import { Link } from "react-router";
import { type FoundNotice, findNotices, noticeStates, reopenNotice } from "#contract/office.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { Button } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { FindSection } from "./find-section.tsx";
import { Notice } from "./notice.tsx";
import { useOwnSites } from "./own-sites.tsx";

type AgainProps = { again: NonNullable<FoundNotice["again"]>; onWaits(item: string): void };

/** Takes a decided notice up again, as long as its guest could object. */
function TakeUpAgain({ again: { report, until }, onWaits }: AgainProps) {
  const t = useTexts("staff");
  const format = useFormat();
  const { run, pending, failure } = useCall(reopenNotice);
  return (
    <div className="mt-3">
      <FormError failure={failure} />
      <p className="mb-2 text-muted text-sm">{t("find_notice.again_note", { date: format.date(until) })}</p>
      <Button
        look="outline"
        pending={pending}
        onClick={() => run({ body: { id: report } }, ({ item }) => onWaits(item))}
      >
        {t("find_notice.again")}
      </Button>
    </div>
  );
}

function Found({ notice: decided }: { notice: FoundNotice }) {
  const [again, setAgain] = useState<string | null>(null);
  const notice: FoundNotice = again === null ? decided : { ...decided, item: again, state: "open", again: null };
  const t = useTexts("staff");
  const moderation = useTexts("moderation");
  const format = useFormat();
  const { nameOf } = useOwnSites();
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
        {nameOf(site)} · {format.date(at)}
        {asked === null ? null : ` · ${t("find_notice.asked", { date: format.date(asked) })}`}
      </p>
      <p className="mt-2 whitespace-pre-line break-words">{text}</p>
      <Notice {...notice} />
      {notice.again === null ? null : <TakeUpAgain again={notice.again} onWaits={setAgain} />}
      <p role="status" className="mt-2 font-semibold empty:hidden">
        {again === null ? null : t("find_notice.waits_again")}
      </p>
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
