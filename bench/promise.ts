import { table } from "./report.ts";

/** Share of the unanswered first messages that comes back: all but those of banned authors and above the limits. */
const comesBack = 0.9;

/** What a month of first messages at 1 credit gives back, and leaves to buy, with several shares of answers. */
export function promiseTable(messages: number): string {
  const whole = (credits: number) => Math.round(credits).toLocaleString("en");
  const rows = [0.1, 0.2, 0.3, 0.5].map((answered) => {
    const back = messages * (1 - answered) * comesBack;
    return [`${answered * 100} %`, whole(messages), whole(back), whole(messages - back)];
  });
  return table([["answered", "spent", "given back", "bought"], ...rows]);
}
