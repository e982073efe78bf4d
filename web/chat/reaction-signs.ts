import type { Reaction } from "#contract/reactions.ts";

export const reactionSigns: Record<Reaction, string> = {
  heart: "❤️",
  laugh: "😂",
  wow: "😮",
  sad: "😢",
  thumbs_up: "👍",
  fire: "🔥",
};
