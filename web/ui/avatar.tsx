import { UserRound } from "lucide-react";
import type { Image } from "#contract/profiles.ts";
import { Photo } from "./photo.tsx";

const sizes = { small: "size-9", normal: "size-12", large: "size-20" };
const pixels = { small: "36px", normal: "48px", large: "80px" };

type Props = { image: Image | null; size?: keyof typeof sizes };

export function Avatar({ image, size = "normal" }: Props) {
  const frame = `${sizes[size]} shrink-0 rounded-full`;
  if (image !== null) return <Photo image={image} alt="" sizes={pixels[size]} className={frame} />;
  return (
    <span className={`${frame} inline-flex items-center justify-center bg-tint text-primary-ink`}>
      <UserRound aria-hidden className="size-1/2" />
    </span>
  );
}
