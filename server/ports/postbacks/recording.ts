import type { PostbackAnswer, Postbacks, SignedPost } from "./port.ts";

/**
 * Postbacks for tests: `sent` has the addresses in order, `posts` those with a body, `answers` what the next ones get;
 * `accepted` by default.
 */
export function createRecordingPostbacks(): Postbacks & {
  sent: string[];
  posts: (SignedPost & { url: string })[];
  answers: PostbackAnswer[];
} {
  const sent: string[] = [];
  const posts: (SignedPost & { url: string })[] = [];
  const answers: PostbackAnswer[] = [];
  return {
    sent,
    posts,
    answers,
    async send(url, post) {
      if (post === undefined) sent.push(url);
      else posts.push({ url, ...post });
      return answers.shift() ?? { outcome: "accepted", status: 200, detail: "OK" };
    },
  };
}
