import { useCreditWords } from "#web/chat/gifts/price.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";

/**
 * The price of a photo in credits and approximately in money, and the viewer's balance, shown before any credits are
 * spent (D6.5).
 */
export function PhotoPrice() {
  const members = useTexts("members");
  const words = useCreditWords();
  const { photo_credits: count } = useSettings();
  const balance = useMember()?.credits ?? 0;
  return (
    <p className="mb-3 text-sm">
      <span className="font-semibold">{words(count)}</span>
      <span aria-hidden> · </span>
      <span className={balance < count ? "font-semibold text-danger-ink" : "text-muted"}>
        {members("profile.balance", { count: balance })}
      </span>
    </p>
  );
}
