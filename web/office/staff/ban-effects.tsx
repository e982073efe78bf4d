import { type ReactNode, useEffect, useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import type { Ground } from "#contract/decisions.ts";
import { fraudGrounds, fraudWarningDays } from "#contract/fraud-warnings.ts";
import type { QueueName } from "#contract/office.ts";
import { type EndedByBan, getBanEffects } from "#contract/staff-members.ts";
import { formatSums } from "#web/lib/format-sums.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { FormError } from "#web/ui/form-error.tsx";
import { type ReportedBy, useReaderLines } from "./acted-words.ts";

type Props = {
  members: readonly string[];
  ground: Ground;
  /** What staff chose for bought, unspent credits; by default they are refunded unless the ban is for a fraud. */
  refund?: boolean | undefined;
  /** The reports that are decided with the ban; who made them hears of it. */
  reports?: readonly ReportedBy[];
  /** How many reports about other members are decided alike. */
  alike?: number;
  /** The queue that the ban is decided in: its item is not named once more. */
  from?: QueueName;
};

/** Names what a ban ends, by queue, with how much it is; empty if it ends nothing. */
export function useEnded(): (ended: EndedByBan) => string {
  const t = useTexts("staff");
  const format = useFormat();
  return (ended) => format.list(ended.map(({ queue, count }) => `${t(`queues.${queue}`)} (${format.number(count)})`));
}

/** The question before another measure: what is asked, and what those who reported read of it. */
export function MeasureQuestion({ asks, reports }: { asks: ReactNode; reports: readonly ReportedBy[] }) {
  const readerLines = useReaderLines();
  return (
    <>
      <div>{asks}</div>
      {readerLines(reports).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
}

/** Says before a ban which members it warns, which money it moves, and what no longer waits for a decision. */
export function BanEffects({ members, ground, refund, reports = [], alike = 0, from }: Props) {
  const t = useTexts("staff");
  const file = useTexts("staff-members");
  const decisions = useTexts("decisions");
  const format = useFormat();
  const readerLines = useReaderLines();
  const { run, failure } = useCall(getBanEffects);
  const [effects, setEffects] = useState<AnswerOf<typeof getBanEffects> | null>(null);
  const list = members.join(",");
  useEffect(() => void run({ query: { members: list } }, setEffects), [run, list]);
  const isFraud = fraudGrounds.some((each) => each === ground);
  const sum = formatSums(format, effects?.unspent ?? []);
  const ended = useEnded()(effects?.ends.filter(({ queue }) => queue !== from) ?? []);
  const decided = reports.length + alike;
  const left = (effects?.reports ?? 0) - decided;
  return (
    <>
      <p>{t("queue.sure")}</p>
      <p>
        <span className="text-muted">{file("measure.ground")}:</span> {decisions(`ground.${ground}`)}
      </p>
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
          {readerLines(reports).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {sum === "" ? null : <li>{t((refund ?? !isFraud) ? "ban.refunded" : "ban.kept", { sum })}</li>}
          {decided > 0 ? <li>{t("ban.decides", { count: decided })}</li> : null}
          {left > 0 ? <li>{t("ban.leaves", { count: left })}</li> : null}
          {ended === "" ? null : <li>{t("ban.ends", { list: ended })}</li>}
        </ul>
      )}
    </>
  );
}
