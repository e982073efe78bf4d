import { useEffect, useState } from "react";
import type { AnswerOf } from "#contract/call.ts";
import type { Ground } from "#contract/decisions.ts";
import { fraudGrounds, fraudWarningDays } from "#contract/fraud-warnings.ts";
import { getBanEffects } from "#contract/staff-members.ts";
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
};

/** Says before a ban which members it warns, and which money it moves. */
export function BanEffects({ members, ground, refund, isReporterTold = false }: Props) {
  const t = useTexts("staff");
  const decisions = useTexts("decisions");
  const format = useFormat();
  const { run, failure } = useCall(getBanEffects);
  const [effects, setEffects] = useState<AnswerOf<typeof getBanEffects> | null>(null);
  const list = members.join(",");
  useEffect(() => void run({ query: { members: list } }, setEffects), [run, list]);
  const isFraud = fraudGrounds.some((each) => each === ground);
  const sum = formatSums(format, effects?.unspent ?? []);
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
        </ul>
      )}
    </>
  );
}
