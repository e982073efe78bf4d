import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";

/**
 * The box by which a buyer asks to begin before the withdrawal period ends, and acknowledges what that costs (Directive
 * 2011/83/EU, articles 7(3) and 16(a)). It is never ticked beforehand (article 22). `ticked`: the buyer
 * had ticked it in a failed order.
 */
export function BeginBox({ ticked = false }: { ticked?: boolean }) {
  const t = useTexts("credits");
  const { refund_days: days } = useSettings();
  return <Checkbox name="begin_at_once" value="1" label={t("order.begin", { days })} defaultChecked={ticked} />;
}
