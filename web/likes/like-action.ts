import { data } from "react-router";
import { likeMember, unlikeMember } from "#contract/likes.ts";
import { createAction, pageOf } from "#web/lib/page.ts";

/** Sends a `LikeButton` that was pressed without scripts or before they ran; then the same page shows it. */
export const likeAction = createAction(
  async (call, { member: id = "", liked }) => {
    if (liked === "yes") await call(likeMember, { body: { id } });
    else if (liked === "no") await call(unlikeMember, { body: { id } });
    else throw data(null, { status: 400 });
  },
  (_, { context }) => pageOf(context).path,
);
