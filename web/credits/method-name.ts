import { useTexts } from "#web/lib/texts.tsx";

const named = ["card", "ideal", "paypal", "sepa"] as const;

/** A way to pay in words; one that is not named yet keeps the provider's word for it. */
export function useMethodName(): (method: string) => string {
  const t = useTexts("payments");
  return (method) => {
    const known = named.find((name) => name === method);
    return known === undefined ? method : t(`methods.${known}`);
  };
}
