import { usePriceWords } from "#web/credits/price-words.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** What a photo costs, in credits and about in money, and the credits left, before any are spent (D6.5). */
export function PhotoPrice() {
  const t = useTexts("chat-photos");
  const chat = useTexts("chat");
  const words = usePriceWords();
  const user = useLive()?.user;
  const { photo_credits: count, message_credits: perMessage, minimum_message_costs: costs } = useSettings();
  if (count === 0) return <span>{chat("composer.free")}</span>;
  const message = costs[user?.profile.country ?? ""];
  const times = (minor: number) => Math.round((minor * count) / perMessage);
  const price =
    message && perMessage > 0
      ? words({ ...message, costs: times(message.costs), most: times(message.most) }, "range")
      : undefined;
  const left = user?.credits ?? 0;
  return (
    <span>
      <span className="font-semibold">
        {price ? t("price.about", { count, price }) : chat("composer.cost_plain", { count })}
      </span>
      <span aria-hidden> · </span>
      <span className={left < count ? "font-semibold text-danger-ink" : ""}>
        {left === 0 ? chat("composer.none_left") : chat("composer.left", { count: left })}
      </span>
    </span>
  );
}
