import { expect, test } from "vitest";
import { ApiFailure } from "#web/lib/api.ts";
import { createLike, type LikeState } from "./like.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));
const none = { liked: false, match: false };

/** A like whose answers the test gives. */
function given() {
  const sent: { liked: boolean; end(answer: LikeState | Error): Promise<unknown> }[] = [];
  const shown: LikeState[] = [];
  const matches: string[] = [];
  const failed: boolean[] = [];
  const like = createLike(() => ({
    likesYou: true,
    send: (_, liked) =>
      new Promise((resolve, reject) => {
        const end = (answer: LikeState | Error) => {
          if (answer instanceof Error) reject(answer);
          else resolve(answer);
          return settled();
        };
        sent.push({ liked, end });
      }),
    show: (state) => shown.push(state),
    onMatch: () => matches.push("match"),
    onMatchEnded: () => matches.push("ended"),
    onFailed: ({ liked }) => failed.push(liked),
  }));
  let now = 0;
  const press = (afterMs = 1_000) => {
    now += afterMs;
    like.toggle(now);
    return settled();
  };
  return { like, sent, press, matches, failed, last: () => shown.at(-1), shown };
}

test("R1.03 a like shows at once, and the answer decides whether it is a match", async () => {
  const { sent, press, last, matches } = given();
  await press();
  expect([last(), matches]).toEqual([{ liked: true, match: true }, []]);
  await sent[0]?.end({ liked: true, match: false });
  expect([last(), matches]).toEqual([{ liked: true, match: false }, []]);
});

test("R1.03 a like that is taken back says that it ended a match, and only then", async () => {
  const { like, sent, press, matches } = given();
  like.load({ liked: true, match: true });
  await press();
  await sent[0]?.end({ liked: false, match: false });
  expect(matches).toEqual(["ended"]);
  await press();
  await sent[1]?.end({ liked: true, match: false });
  await press();
  await sent[2]?.end({ liked: false, match: false });
  expect(matches).toEqual(["ended"]);
});

test("R1.03 a double tap is one press", async () => {
  const { sent, press, last, matches } = given();
  await press();
  await press(300);
  await sent[0]?.end({ liked: true, match: true });
  expect([sent.length, last(), matches]).toEqual([1, { liked: true, match: true }, ["match"]]);
});

test("R1.03 of presses during a send the last one decides: the answer before it is not shown, and no match", async () => {
  const { sent, press, shown, last, matches } = given();
  await press();
  await press();
  await press();
  await press();
  await sent[0]?.end({ liked: true, match: true });
  expect([last(), matches, shown.length]).toEqual([none, [], 4]);
  await sent[1]?.end(none);
  expect([sent.map(({ liked }) => liked), last()]).toEqual([[true, false], none]);
});

test("R1.03 presses that end where they began send nothing more", async () => {
  const { sent, press, last } = given();
  await press();
  await press();
  await press();
  await sent[0]?.end({ liked: true, match: false });
  expect([sent.length, last()]).toEqual([1, { liked: true, match: false }]);
});

test("R1.03 a like that fails is taken back to what the server said last", async () => {
  const { like, sent, press, last, failed } = given();
  like.load({ liked: true, match: true });
  await press();
  expect(last()).toEqual(none);
  await sent[0]?.end(new ApiFailure(0, "no_connection", ""));
  expect([last(), failed]).toEqual([{ liked: true, match: true }, [true]]);
});

test("data that was loaded while a like is being sent does not replace it", async () => {
  const { like, sent, press } = given();
  await press();
  expect(like.load(none)).toBe(false);
  await sent[0]?.end({ liked: true, match: false });
  expect(like.load(none)).toBe(true);
});
