import type { QueuedCase } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { CaseQueueName } from "./case-calls.ts";
import type { Choice } from "./queue-page.tsx";

const textGrounds = ["contact_details", "explicit", "advertising", "other"] as const;

type Choices = { main: readonly Choice[]; group?: { label: string; choices: readonly Choice[] } };

/** The choices, once the member is told why (DSA, article 17(3)). */
const explained = (words: string, choices: readonly Choice[]): Choice[] =>
  choices.map((choice) => ({ ...choice, disabled: words === "" }));

/** What staff may decide on an item of a queue, each by a key. */
export function useCaseChoices(queue: CaseQueueName): (item: QueuedCase, words: string) => Choices {
  const t = useTexts("staff");
  const decisions = useTexts("decisions");
  const close: Choice = { press: "c", verdict: "closed", label: t("queue.close"), look: "secondary" };
  switch (queue) {
    case "texts": {
      const choices = textGrounds.map(
        (ground, at): Choice => ({ press: String(at + 1), verdict: ground, label: decisions(`ground.${ground}`) }),
      );
      const approve: Choice = { press: "a", verdict: "approved", label: t("queue.approve"), look: "secondary" };
      return () => ({ main: [approve], group: { label: t("queue.reject"), choices } });
    }
    case "objections":
      return (_item, words) => ({
        main: explained(words, [
          { press: "1", verdict: "upheld", label: t("queue.uphold") },
          { press: "2", verdict: "rejected", label: t("queue.keep") },
        ]),
      });
    case "complaints":
      return ({ kind }, words) => ({
        main: [
          { press: "a", verdict: "answered", label: t("queue.send_answer"), look: "primary", disabled: words === "" },
          ...(kind === "ban"
            ? [{ press: "b", verdict: "banned", label: t("queue.ban"), look: "danger", asks: true } as const]
            : []),
          { ...close, label: t("queue.close_unanswered"), look: "outline" },
          ...(kind === "support" ? [{ press: "f", verdict: "to_finance", label: t("queue.to_finance") }] : []),
          ...(kind === "finance" ? [{ press: "f", verdict: "to_support", label: t("queue.to_support") }] : []),
        ],
      });
    case "withdrawals":
      return (_item, words) => ({
        main: [
          { press: "a", verdict: "answered", label: t("queue.send_answer"), look: "primary", disabled: words === "" },
          { ...close, label: t("queue.close_unanswered"), look: "outline" },
        ],
      });
    case "proposals":
      return () => ({
        main: [
          { press: "1", verdict: "confirmed", label: t("queue.confirm") },
          { press: "2", verdict: "declined", label: t("queue.decline"), look: "outline" },
        ],
      });
    default:
      return () => ({ main: [close] });
  }
}
