import { CreditCard, Landmark, Smartphone, Wallet } from "lucide-react";
import { useEffect, useRef } from "react";
import type { StoredMethod } from "#contract/payments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ChoiceGroup } from "#web/ui/choice-group.tsx";
import { useMethodName } from "./method-name.ts";

const icons: Record<string, typeof CreditCard> = {
  bancontact: CreditCard,
  blik: Smartphone,
  card: CreditCard,
  eps: Landmark,
  ideal: Landmark,
  przelewy24: Landmark,
  sepa: Landmark,
};

type Props = {
  methods: readonly string[];
  /** The buyer's stored methods, the last used one first; each is chosen by its id. */
  stored: readonly StoredMethod[];
  lastUsed: string | undefined;
  /** Preselected by the address or the last purchase. Otherwise none is, because the order costs money. */
  chosen: string | undefined;
  onChoose: (method: string) => void;
  error: string | undefined;
  /** How often the button was pressed without a choice: each time, the choice gets the focus. */
  tries: number;
};

export function MethodCards({ methods, stored, lastUsed, chosen, onChoose, error, tries }: Props) {
  const t = useTexts("credits");
  const getMethodName = useMethodName();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tries > 0) box.current?.querySelector("input")?.focus();
  }, [tries]);
  if (methods.length === 0) return <p className="mb-5">{t("order.no_methods")}</p>;
  const noteOf = (method: string) =>
    method === lastUsed || method === "sepa" ? (
      <MethodNote isLastUsed={method === lastUsed} isDirectDebit={method === "sepa"} />
    ) : undefined;
  const lastUsedFirst = [...methods].sort((a, b) => Number(b === lastUsed) - Number(a === lastUsed));
  return (
    <div ref={box}>
      <ChoiceGroup
        look="cards"
        name="method"
        legend={t("order.method")}
        defaultValue={chosen}
        onChange={onChoose}
        error={error}
        options={[
          ...stored.map(({ id, method, label }) => ({
            value: id,
            label: `${getMethodName(method)} ${label}`,
            note: t("order.stored"),
            icon: <MethodIcon method={method} />,
          })),
          ...lastUsedFirst.map((method) => ({
            value: method,
            label: getMethodName(method),
            note: noteOf(method),
            icon: <MethodIcon method={method} />,
          })),
        ]}
      />
    </div>
  );
}

/** A direct debit is collected days after the order, and only then are there credits. */
function MethodNote({ isLastUsed, isDirectDebit }: { isLastUsed: boolean; isDirectDebit: boolean }) {
  const t = useTexts("credits");
  return (
    <>
      {isLastUsed ? <span className="block">{t("order.last_used")}</span> : null}
      {isDirectDebit ? <span className="block">{t("order.by_direct_debit")}</span> : null}
    </>
  );
}

function MethodIcon({ method }: { method: string }) {
  const Icon = icons[method] ?? Wallet;
  return <Icon aria-hidden className="size-6 shrink-0 text-muted" />;
}
