import { type QueueName, queueNames, queueTargetHours } from "#contract/office.ts";

/** A target beyond a quarter of a year is none. Complaints are promised an answer within 14 days. */
const mostHours = (name: QueueName) => (name === "complaints" ? 14 * 24 : 2160);

/** Reads `reports=12,photos=0.5`; others keep their default. Undefined if the text names no queue, or no number. */
export function readQueueHours(text: string): Record<QueueName, number> | undefined {
  const hours = { ...queueTargetHours };
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [, typed = "", number = ""] = /^([a-z_]+)=(\d{1,4}(?:\.\d{1,2})?)$/.exec(part) ?? [];
    const name = queueNames.find((each) => each === typed);
    const value = Number(number);
    if (!name || !(value > 0 && value <= mostHours(name))) return undefined;
    hours[name] = value;
  }
  return hours;
}
