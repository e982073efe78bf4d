import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";

type Props = { ticked?: boolean; directDebit?: boolean };

/** Directive 2011/83/EU, articles 7(3), 16(a); never ticked beforehand (22). `ticked`: it was, in a failed order. */
export function BeginBox({ ticked = false, directDebit = false }: Props) {
  const t = useTexts("credits");
  const { refund_days: days } = useSettings();
  const label = t(directDebit ? "order.begin_direct_debit" : "order.begin", { days });
  return <Checkbox name="begin_at_once" value="1" label={label} defaultChecked={ticked} />;
}
