import { getAgeCheck } from "#contract/age.ts";
import { getSpending } from "#contract/spending.ts";
import type { Page } from "#web/lib/page.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** `unproven`: the site asks for a proof of age that is not given yet. `pausedUntil`: the member paused purchases. */
type Hurdles = { unproven: boolean; pausedUntil: string | null };

export async function loadHurdles(page: Page): Promise<Hurdles> {
  const [{ age }, { paused_until: pausedUntil }] = await Promise.all([page.load(getAgeCheck), page.load(getSpending)]);
  return { unproven: age.state !== "off" && age.state !== "assured", pausedUntil };
}

type Props = {
  offer: { debt: number; muted: boolean };
  hurdles: Hurdles;
  /** The refusal of an order, which says a pause in its own words. */
  failure?: Pick<FormFailure, "code"> | null | undefined;
};

/** What a buyer should know before an order: why there can be none, credits owed, and why credits can't be used yet. */
export function BeforeOrder({ offer: { debt, muted }, hurdles, failure }: Props) {
  const { unproven } = hurdles;
  const pausedUntil = failure?.code === "purchases_paused" ? null : hurdles.pausedUntil;
  const t = useTexts("credits");
  const transactions = useTexts("transactions");
  const format = useFormat();
  if (debt === 0 && !muted && !unproven && pausedUntil === null) return null;
  return (
    <div className="mb-5 max-w-2xl space-y-3">
      {pausedUntil === null ? null : (
        <Notice tone="warning">
          {transactions("spending.paused", { until: `${format.date(pausedUntil)} ${format.time(pausedUntil)}` })}
        </Notice>
      )}
      {debt > 0 ? <Notice tone="warning">{transactions("debt", { count: debt })}</Notice> : null}
      {unproven ? (
        <Notice tone="warning">
          {t("unusable.age")} <TextLink to="/profile#age">{t("unusable.prove")}</TextLink>
        </Notice>
      ) : null}
      {muted ? (
        <Notice tone="warning">
          {t("unusable.muted")} <TextLink to="/decisions">{t("unusable.why")}</TextLink>
        </Notice>
      ) : null}
    </div>
  );
}
