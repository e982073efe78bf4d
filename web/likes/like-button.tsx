import { Heart } from "lucide-react";
import { useHref } from "react-router";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Like } from "./use-like.ts";

type Props = {
  id: string;
  like: Like;
  back: boolean;
  className?: string;
  /** Without scripts: the page whose action makes the call, if it is not this one. */
  page?: string;
};

/**
 * Likes a member, or takes the like back; `back` if that member liked first. The form names the state that it leads to,
 * so that one sent twice does not undo itself. Its page has the action `callAction`, or `page` names one that has it.
 */
export function LikeButton({ id, like, back, className, page }: Props) {
  const t = useTexts("likes");
  const action = useHref(page ?? "");
  return (
    <form
      method="post"
      action={page === undefined ? undefined : action}
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        like.toggle();
      }}
    >
      <input type="hidden" name="id" value={id} />
      <Button
        type="submit"
        name="call"
        value={like.liked ? "unlikeMember" : "likeMember"}
        look="outline"
        aria-pressed={like.liked}
        className={`like-button ${className ?? ""}`}
      >
        <Heart aria-hidden className="size-5 shrink-0" />
        <span className="like-label">{like.liked ? t("liked") : t(back ? "like_back" : "like")}</span>
      </Button>
    </form>
  );
}
