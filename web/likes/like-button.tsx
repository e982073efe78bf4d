import { Heart } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Like } from "./use-like.ts";

/** Likes a member, or takes the like back; `back` if that member liked first. */
export function LikeButton({ like, back, className }: { like: Like; back: boolean; className?: string }) {
  const t = useTexts("likes");
  return (
    <Button look="outline" aria-pressed={like.liked} onClick={like.toggle} className={`like-button ${className ?? ""}`}>
      <Heart aria-hidden className="size-5 shrink-0" />
      {like.liked ? t("liked") : t(back ? "like_back" : "like")}
    </Button>
  );
}
