import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";

type Props = { pending: boolean; directDebit?: boolean };

/**
 * The button that places an order, in the words that the law requires (D7.7). For a direct debit it leads to the
 * mandate.
 */
export function OrderButton({ pending, directDebit = false }: Props) {
  const t = useTexts("credits");
  // letters small enough to keep the words in one line of a phone
  return (
    <Button type="submit" wide pending={pending} className="min-h-13">
      {t(directDebit ? "order.direct_debit" : "order.button")}
    </Button>
  );
}
