import { Undo2 } from "lucide-react";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

type Props = {
  promise: AnswerPromise | null;
  /** What the first message, or the next one, will cost; null: not chosen yet. */
  credits: number | null;
  /** The other member has not written. */
  silent: boolean;
  /** A photo or a gift costs other credits than the first message did: its sheet says that these do not come back. */
  sheet?: boolean;
};

/** Says beside the price when the credits of the first message come back, and that those of others do not. */
export function PromiseNote({ promise, credits, silent, sheet = false }: Props) {
  const t = useTexts("answer-promise");
  const format = useFormat();
  if (promise === null || promise.state === "used_up") return null;
  if (promise.state === "given_back" && (promise.cause !== "no_answer" || !silent)) return null;
  if ((sheet || promise.state !== "waiting") && credits === 0) return null;
  const describeOffer = (days: number) => {
    if (credits === null) return t("offered", { count: days });
    return days === 1 ? t("offered_day", { count: credits }) : t("offered_days", { count: credits, days });
  };
  const line = (): string => {
    if (sheet && promise.state !== "offered") {
      return credits === null ? t("no_answer_yet") : t("others", { count: credits });
    }
    switch (promise.state) {
      case "offered":
        return describeOffer(promise.days);
      case "given_back":
        return t("no_answer_yet");
      case "waiting":
        return t("waiting", { count: promise.credits, date: format.date(promise.until) });
    }
  };
  return (
    <div className="mb-1.5 flex items-start gap-2 text-muted text-sm">
      <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>{promise.state === "waiting" && credits !== 0 && !sheet ? `${line()} ${t("further")}` : line()}</p>
    </div>
  );
}

/** The line in the chat that says that credits came back, and why. */
export function GivenBackLine({ promise }: { promise: Extract<AnswerPromise, { state: "given_back" }> }) {
  const t = useTexts("answer-promise");
  return <span>{t(`given_back.${promise.cause}`, { count: promise.credits })}</span>;
}
