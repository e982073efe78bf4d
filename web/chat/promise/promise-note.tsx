import { Undo2 } from "lucide-react";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** Beside the price: when the credits of the first message come back (R10.01). */
export function PromiseNote({ promise }: { promise: AnswerPromise | null }) {
  const t = useTexts("answer-promise");
  const format = useFormat();
  if (promise?.state !== "offered" && promise?.state !== "waiting") return null;
  return (
    <p className="mb-1.5 flex items-start gap-2 text-muted text-sm">
      <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0" />
      {promise.state === "offered"
        ? t("offered", { count: promise.days })
        : t("waiting", { date: format.date(promise.until) })}
    </p>
  );
}

/** The line in the chat that says that credits came back, and why. */
export function GivenBackLine({ promise }: { promise: Extract<AnswerPromise, { state: "given_back" }> }) {
  const t = useTexts("answer-promise");
  return <span>{t(`given_back.${promise.cause}`, { count: promise.credits })}</span>;
}
