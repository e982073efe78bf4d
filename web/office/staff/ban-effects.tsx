import { useEffect, useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import type { Ground } from "#contract/decisions.ts";
import { fraudGrounds, fraudWarningDays } from "#contract/fraud-warnings.ts";
import type { QueueName } from "#contract/office.ts";
import { type EndedByBan, getBanEffects } from "#contract/staff-members.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { FormError } from "#web/ui/form-error.tsx";

type Props = {
  members: readonly string[];
  ground: Ground;
  /** What staff chose for bought, unspent credits; by default they are refunded unless the ban is for a fraud. */
  refund?: boolean | undefined;
  /** Someone reported the member, and hears of the decision. */
  isReporterTold?: boolean;
  /** How many reports are decided with the ban. */
  reports?: number;
  /** The queue that the ban is decided in: its item is not named once more. */
  from?: QueueName;
};

/** Names what a ban ends, by queue, with how much it is; empty if it ends nothing. */
export function useEnded(): (ended: EndedByBan) => string {
  const t = useTexts("staff");
  const format = useFormat();
  return (ended) => format.list(ended.map(({ queue, count }) => `${t(`queues.${queue}`)} (${format.number(count)})`));
}

/** Says before a ban which members it warns, which money it moves, and what no longer waits for a decision. */
export function BanEffects({ members, ground, refund, isReporterTold = false, reports = 0, from }: Props) {
  const t = useTexts("staff");
  const decisions = useTexts("decisions");
  const format = useFormat();
  const { run, failure } = useCall(getBanEffects);
  const [effects, setEffects] = useState<AnswerOf<typeof getBanEffects> | null>(null);
  const list = members.join(",");
  useEffect(() => void run({ query: { members: list } }, setEffects), [run, list]);
  const isFraud = fraudGrounds.some((each) => each === ground);
  const sum = formatSums(format, effects?.unspent ?? []);
  const ended = useEnded()(effects?.ends.filter(({ queue }) => queue !== from) ?? []);
  const left = (effects?.reports ?? 0) - reports;
  return (
    <>
      <p>{t("queue.sure")}</p>
      <FormError failure={failure} />
      {effects === null ? null : (
        <ul className="list-disc ps-5" role="status">
          {isFraud ? (
            <>
              <li>{t("ban.contacts", { count: effects.contacts, days: fraudWarningDays })}</li>
              <li>{t("ban.credits", { count: effects.credits })}</li>
            </>
          ) : (
            <li>{t("ban.alone")}</li>
          )}
          {isReporterTold ? <li>{t("ban.reporter", { text: decisions("kind.report_acted") })}</li> : null}
          {sum === "" ? null : <li>{t((refund ?? !isFraud) ? "ban.refunded" : "ban.kept", { sum })}</li>}
          {reports > 0 ? <li>{t("ban.decides", { count: reports })}</li> : null}
          {left > 0 ? <li>{t("ban.leaves", { count: left })}</li> : null}
          {ended === "" ? null : <li>{t("ban.ends", { list: ended })}</li>}
        </ul>
      )}
    </>
  );
}
