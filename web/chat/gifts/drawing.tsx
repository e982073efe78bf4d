import type { GiftCode } from "#contract/attachments.ts";

const files = import.meta.glob<string>("./drawings/*.svg", { eager: true, query: "?url", import: "default" });

type Props = { gift: GiftCode | "wrapped"; className?: string };

/** The drawing of a gift, or of one that is still wrapped. The gift's name stands beside it, so it has no text. */
export function GiftDrawing({ gift, className = "size-14" }: Props) {
  return (
    <img src={files[`./drawings/${gift}.svg`]} alt="" width={64} height={64} className={className} draggable={false} />
  );
}
