import type { Complaint, StaffComplaint } from "#contract/complaints.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { Chip } from "#web/ui/chip.tsx";

type Message = Complaint["messages"][number] | StaffComplaint["messages"][number];
const byTime = (a: Message, b: Message) => a.at.localeCompare(b.at);

/** What was written about a complaint, oldest first; staff also see who of them wrote. */
export function Thread({ messages, sender }: { messages: readonly Message[]; sender?: string }) {
  const t = useTexts("decisions");
  const format = useFormat();
  return messages.map((message) => (
    <div key={message.at} className={`mt-3 rounded-md p-3 ${message.team ? "bg-tint" : "bg-surface"}`}>
      <p className="text-muted text-sm">
        {message.team ? t("complaints.team") : (sender ?? t("complaints.you"))} ·{" "}
        <time dateTime={message.at}>{format.date(message.at)}</time>
        {"by" in message && message.by !== null ? ` · ${message.by}` : null}
      </p>
      <p className="mt-1 whitespace-pre-line break-words">{message.text}</p>
    </div>
  ));
}

/** A complaint with its answers, as its member sees it; staff also see who answered. */
export function ComplaintText({ complaint, sender }: { complaint: Complaint | StaffComplaint; sender?: string }) {
  const { number, kind, text, received_at: at, answer, messages, open } = complaint;
  const t = useTexts("decisions");
  const format = useFormat();
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-[1_1_10rem]">
          <h3 className="font-semibold">{t(`complaints.${kind}`, { number })}</h3>
          <p className="mt-0.5 text-muted text-sm">
            <time dateTime={at}>{format.date(at)}</time>
          </p>
        </div>
        {kind === "message" && !open ? null : (
          <Chip tone={open ? "plain" : "good"}>
            {t(open ? "complaints.open" : answer ? "complaints.answered" : "complaints.closed")}
          </Chip>
        )}
      </div>
      {text === "" ? null : <p className="mt-2 whitespace-pre-line break-words">{text}</p>}
      <Thread
        messages={[...(answer === null ? [] : [{ team: true, ...answer }]), ...messages].sort(byTime)}
        {...(sender !== undefined && { sender })}
      />
    </>
  );
}
