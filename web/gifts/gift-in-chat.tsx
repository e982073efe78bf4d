import type { Attachment } from "#contract/attachments.ts";
import { useGiftWords } from "./gift-words.ts";

type Props = { id: string; gift: Extract<Attachment, { kind: "gift" }>; mine: boolean; name: string };

/** A gift in the chat. */
export function GiftInChat({ gift, mine, name }: Props) {
  const words = useGiftWords();
  return <p className="font-semibold">{words(gift, mine, name)}</p>;
}
