import type { MessageParts, QueuedReport } from "#contract/office.ts";
import { reactionSigns } from "#web/chat/reaction-signs.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

export function Attached({ attachment }: { attachment: MessageParts["attachment"] }) {
  const t = useTexts("staff");
  return attachment === null ? null : <p className="text-muted text-sm">{t(`evidence.${attachment}`)}</p>;
}

export function AttachedPhoto({
  attachment,
  image,
  name,
}: Pick<QueuedReport, "attachment" | "image"> & { name: string }) {
  const t = useTexts("staff");
  if (image === null) return attachment === "photo" ? <p className="mt-2">{t("evidence.photo_gone")}</p> : null;
  return <img src={image} loading="lazy" alt={t("queue.photo_of", { name })} className="queue-photo mt-3 rounded-md" />;
}

type AttachedSoundProps = Pick<MessageParts, "attachment" | "sound"> & { name: string };

/** A voice message, or a profile's introduction, which staff can hear as long as a report or an appeal needs it. */
export function AttachedSound({ attachment, sound, name }: AttachedSoundProps) {
  const t = useTexts("staff");
  if (sound === null) return attachment === "voice" ? <p className="mt-2">{t("evidence.voice_gone")}</p> : null;
  if (attachment === "voice") return <Sound source={sound} label={t("evidence.voice")} />;
  const label = t("queue.introduction_of", { name });
  return (
    <>
      <p className="mt-3 text-muted text-sm">{label}</p>
      <Sound source={sound} label={label} />
    </>
  );
}

type SoundProps = { source: string; label: string; preload?: "none" | "metadata" };

/** The browser's own player, which plays nothing by itself. */
export function Sound({ source, label, preload = "none" }: SoundProps) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: no one has written down what a member says
    <audio controls preload={preload} src={source} aria-label={label} className="mt-3 w-full max-w-md" />
  );
}

const partyText = (isReported: boolean) => (isReported ? "queue.reported_wrote" : "queue.reporter_wrote");

/** The question that a message answers. */
function Answered({ question }: { question: string }) {
  const t = useTexts("staff");
  return (
    <p className="my-1 break-words border-line border-s-4 ps-3 text-muted text-sm">
      <span className="block font-semibold">{t("evidence.answers")}</span>
      <span dir="auto">{question}</span>
    </p>
  );
}

/** What a message replies to: a message of the chat, or a photo or a line of a profile, and whose. */
function Quoted({ kind, reported, text, attachment, image }: NonNullable<MessageParts["quote"]>) {
  const t = useTexts("staff");
  const owner = t(partyText(reported));
  return (
    <div className="my-1 break-words border-line border-s-4 ps-3 text-muted text-sm">
      <p className="font-semibold">
        {t(`evidence.quote_${kind}`)} · {owner}
      </p>
      <Attached attachment={attachment} />
      {text === "" ? null : (
        <p dir="auto" className="whitespace-pre-line">
          {text}
        </p>
      )}
      {image === null ? null : (
        <img
          src={image}
          loading="lazy"
          alt={t("queue.photo_of", { name: owner })}
          className="mt-1 max-h-40 max-w-full rounded-sm"
        />
      )}
    </div>
  );
}

type MessageProps = Omit<MessageParts, "sound"> & {
  reported: boolean;
  text: string;
  at: string | null;
  large?: boolean;
};

/** A message as its members saw it: when it was written, what it answers and quotes, and who reacted with what. */
export function ReportedMessage({ reported, text, at, question, quote, reaction, attachment, large }: MessageProps) {
  const t = useTexts("staff");
  const chat = useTexts("chat");
  const format = useFormat();
  return (
    <>
      <p className="flex flex-wrap gap-x-2 text-muted text-sm">
        <span>{t(partyText(reported))}</span>
        {at === null ? null : (
          <time dateTime={at}>
            {format.weekday(at)}, {format.date(at)}, {format.time(at)}
          </time>
        )}
      </p>
      {question === null ? null : <Answered question={question} />}
      {quote === null ? null : <Quoted {...quote} />}
      <Attached attachment={attachment} />
      {text === "" ? null : (
        <blockquote dir="auto" className={`whitespace-pre-line break-words ${large ? "text-lg" : ""}`}>
          {text}
        </blockquote>
      )}
      {reaction === null ? null : (
        <p className="mt-1 text-muted text-sm">
          {t("evidence.reaction")} · {t(partyText(!reported))}: <span aria-hidden>{reactionSigns[reaction]}</span>{" "}
          {chat(`reaction.${reaction}`)}
        </p>
      )}
    </>
  );
}
