import { getAgeCheck } from "#contract/age.ts";
import type { Page } from "#web/lib/page.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

/** Whether the site asks the member for a proof of age that they have not given yet. */
export async function lacksAgeProof(page: Page): Promise<boolean> {
  const { age } = await page.load(getAgeCheck);
  return age.state !== "off" && age.state !== "assured";
}

type Props = { debt: number; muted: boolean; unproven: boolean };

/** What a buyer should know before an order: credits that are owed, and why credits can't be used yet. */
export function BeforeOrder({ debt, muted, unproven }: Props) {
  const t = useTexts("credits");
  const transactions = useTexts("transactions");
  if (debt === 0 && !muted && !unproven) return null;
  return (
    <div className="mb-5 max-w-2xl space-y-3">
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
