import { Undo2 } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { AnswerPromise } from "#contract/answer-promise.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

/** The members who get a first message without a promise, as the viewer agreed, until the page is loaded anew. */
const agreed = new Set<string>();
const { listen, emit } = createListeners();

/** Remembers that the viewer sends this member a first message without a promise (R10.01). */
export function agreeTo(partner: string): void {
  agreed.add(partner);
  emit();
}

/** What a call that sends a message says about it. */
export const withoutPromise = (partner: string): { without_promise?: true } =>
  agreed.has(partner) ? { without_promise: true } : {};

export const useAgreed = (partner: string): boolean =>
  useSyncExternalStore(
    listen,
    () => agreed.has(partner),
    () => false,
  );

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
