import { CircleAlert, SendHorizontal } from "lucide-react";
import { useLocation, useRevalidator } from "react-router";
import { countGraphemes } from "#contract/measure-text.ts";
import { agreeTo } from "#web/chat/promise/agreed.ts";
import { Remedy } from "#web/chat/send-failure.tsx";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { useHasWaits } from "#web/ui/site-wait.tsx";
import { TextArea } from "#web/ui/text-field.tsx";
import { changeText, type PhotoDraft, type SentPhoto, sendDraft, stopSending } from "./photo-draft.ts";

type Props = { partner: string; credits: number; draft: PhotoDraft; onSent: (sent: SentPhoto) => void };

export function DraftForm({ partner, credits: count, draft, onSent }: Props) {
  const t = useTexts("chat-photos");
  const chat = useTexts("chat");
  const promised = useTexts("answer-promise");
  const { message_length: limit } = useSettings();
  const { text, state, progress } = draft;
  const { revalidate } = useRevalidator();
  const tooLong = Math.max(0, countGraphemes(text.normalize("NFC").trim()) - limit);
  const send = async () => {
    if (tooLong > 0) return;
    // the prices that the page was loaded with are older ones
    const sent = await sendDraft(partner, count, ({ code }) => code === "message_price_changed" && revalidate());
    if (sent) onSent(sent);
  };
  if (state === "sending") return <SendingProgress progress={progress} onCancel={() => stopSending(partner)} />;
  return (
    <form
      className="mb-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextArea
        name="text"
        label={t("words")}
        rows={1}
        value={text}
        // the photo may have arrived already, so a retry must send the same text
        readOnly={state === "unknown"}
        error={tooLong > 0 ? chat("composer.too_long", { count: tooLong }) : undefined}
        onChange={({ currentTarget }) => changeText(partner, currentTarget.value)}
      />
      <Failure draft={draft} />
      {draft.failure?.code === "open_first_messages" ? (
        <Button
          look="outline"
          className="mt-3 w-full"
          onClick={() => {
            agreeTo(partner);
            void send();
          }}
        >
          {promised("used_up.send")}
        </Button>
      ) : null}
      <Button type="submit" className="mt-3 w-full">
        <SendHorizontal aria-hidden className="size-5 shrink-0" />
        {state === "unknown"
          ? chat("state.retry")
          : count === 0
            ? chat("composer.send")
            : chat("composer.send_price", { count })}
      </Button>
    </form>
  );
}

function SendingProgress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const t = useTexts("chat-photos");
  const shell = useTexts("shell");
  // while it waits for the site, the note about that stops it
  const waits = useHasWaits();
  const isWhole = progress >= 1;
  const hasArrived = isWhole && !waits;
  const progressText = t(hasArrived ? "checking" : "sending");
  return (
    <div>
      <p role="status" className="mb-2 text-sm">
        {progressText}
      </p>
      <progress
        max={1}
        value={isWhole ? undefined : progress}
        aria-label={progressText}
        className="chat-photo-progress"
      />
      {/* once the server has all bytes, it may have sent the photo: no cancelling any more */}
      {isWhole || waits ? null : (
        <Button look="outline" className="mt-3 w-full" onClick={onCancel}>
          {shell("cancel")}
        </Button>
      )}
    </div>
  );
}

function Failure({ draft: { failure, state } }: { draft: PhotoDraft }) {
  const t = useTexts("chat-photos");
  const chat = useTexts("chat");
  const { pathname } = useLocation();
  const failureText =
    state === "unknown" ? chat("state.unknown") : failure?.fields.text || failure?.message || t("failed");
  return (
    <div role="alert">
      {failure === null ? null : (
        <div className="mt-3 flex flex-col gap-2.5 rounded-md bg-danger-tint px-3.5 py-2.5">
          <p className="flex items-start gap-2 font-medium text-danger-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {failureText}
          </p>
          {failure.code === "not_enough_credits" ? <p className="text-sm">{t("kept")}</p> : null}
          <Remedy code={failure.code} back={pathname} />
        </div>
      )}
    </div>
  );
}
