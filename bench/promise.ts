import { table } from "./report.ts";

type Promised = {
  /** First messages that members want to send in a day. */
  perDay: number;
  /** Credits of a message. */
  credits: number;
  /** The share that is answered in time. */
  answered: number;
  /** The share of the others that comes back. */
  comesBack: number;
  /** Days until a message comes back. */
  answerDays: number;
};

/** A month, once all is in its course: a day's messages are paid from what came back; the rest is bought. */
export function simulateMonth({ perDay, credits, answered, comesBack, answerDays }: Promised) {
  const [month, start] = [30, 20 * (answerDays + 1)];
  const returning = Array<number>(start + month + answerDays + 1).fill(0);
  const sums = { spent: 0, back: 0, bought: 0 };
  let purse = 0;
  for (let day = 0; day < start + month; day += 1) {
    const [spent, back] = [perDay * credits, returning[day] ?? 0];
    purse += back;
    const bought = Math.max(0, spent - purse);
    purse -= spent - bought;
    returning[day + answerDays] = spent * (1 - answered) * comesBack;
    if (day < start) continue;
    sums.spent += spent;
    sums.back += back;
    sums.bought += bought;
  }
  return sums;
}

/** A month with several shares of answers, without the promise and with it. */
export function promiseTable(perMonth: number): string {
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const rows = [0.1, 0.2, 0.3, 0.5].map((answered) => {
    const month = { perDay: perMonth / 30, credits: 1, answered, comesBack: 0.9, answerDays: 7 };
    const { spent, back, bought } = simulateMonth(month);
    return [`${answered * 100} %`, whole(spent), whole(back), whole(bought)];
  });
  return table([["answered", "spent", "given back", "bought"], ...rows]);
}
