import type { TalkOnChat } from "#contract/talks.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { toClock } from "#web/profiles/voice/clock.ts";

type Props = { talk: NonNullable<TalkOnChat["last"]>; name: string };

/** The last call of the two, between their messages: who asked, and how long it was. */
export function TalkLine({ talk: { mine, asked_at, seconds }, name }: Props) {
  const t = useTexts("chat");
  const format = useFormat();
  const time = format.time(asked_at);
  if (seconds !== null) return t("call.was", { time, length: toClock(seconds) });
  return t(mine ? "call.asked" : "call.missed", { name, time });
}
