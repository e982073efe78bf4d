import type { ReactNode } from "react";
import type { Bundle } from "#contract/credits.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Chip } from "#web/ui/chip.tsx";
import { Price } from "./price.tsx";
import { useFormatPerMessage } from "./price-per-message.ts";
import { orderPath } from "./return-to.ts";

/** What a buyer who owes credits gets of those that they buy. */
export const afterDebt = (all: number, debt: number) => ({ all, count: Math.max(0, all - debt) });

/** The whole price; `children`: a button. With a debt a message costs more than its share, so it has no price here. */
export function BundleFacts({ bundle, debt = 0, children }: { bundle: Bundle; debt?: number; children?: ReactNode }) {
  const t = useTexts("credits");
  const format = useFormat();
  const formatPerMessage = useFormatPerMessage();
  const { credits, messages, currency, vat, vat_percent } = bundle;
  return (
    <li className="surface-card flex flex-wrap items-start gap-x-4 p-4 sm:flex-col sm:flex-nowrap sm:p-5">
      <div className="min-w-0 grow basis-36 sm:grow-0 sm:basis-auto">
        <h2 className="text-2xl">{t("credits", { count: credits })}</h2>
        {debt > 0 ? <p className="font-semibold text-sm">{t("after_debt", afterDebt(credits, debt))}</p> : null}
        <p className="mt-0.5 text-sm sm:mt-1">{t("messages", { count: messages })}</p>
        {debt > 0 ? null : (
          <p className="text-muted text-sm">{t("per_message", { price: formatPerMessage(bundle) })}</p>
        )}
        {bundle.most_chosen ? (
          <p className="mt-2">
            <Chip tone="tint">{t("most_chosen")}</Chip>
          </p>
        ) : null}
      </div>
      <div className="ms-auto basis-30 text-end sm:ms-0 sm:mt-4 sm:basis-auto sm:text-start">
        <p className="flex flex-col">
          <Price bundle={bundle} className="text-2xl" />
        </p>
        <p className="mt-1 text-muted text-sm">
          {t("vat", { amount: format.money(vat, currency), percent: format.percent(vat_percent / 100) })}
        </p>
      </div>
      {children}
    </li>
  );
}

type Props = { bundle: Bundle; debt: number; returnTo: string | undefined; code: string | undefined };

export function BundleCard({ bundle, debt, returnTo, code }: Props) {
  const t = useTexts("credits");
  return (
    <BundleFacts bundle={bundle} debt={debt}>
      <ButtonLink to={orderPath(bundle.id, returnTo, code)} look="outline" className="mt-3 w-full sm:mt-5">
        {t("choose", { count: bundle.credits })}
      </ButtonLink>
    </BundleFacts>
  );
}
