import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";

/** Directive 2011/83/EU, articles 7(3), 16(a); never ticked beforehand (22). `ticked`: it was, in a failed order. */
export function BeginBox({ ticked = false }: { ticked?: boolean }) {
  const t = useTexts("credits");
  const { refund_days: days } = useSettings();
  return <Checkbox name="begin_at_once" value="1" label={t("order.begin", { days })} defaultChecked={ticked} />;
}
