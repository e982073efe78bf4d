/** What a check found. `wrong` fails the command; `note` may be intended. The text says what to do. */
export type Finding = { about: string; level: "good" | "note" | "wrong"; text: string };

export const good = (about: string, text: string): Finding => ({ about, level: "good", text });
export const note = (about: string, text: string): Finding => ({ about, level: "note", text });
export const wrong = (about: string, text: string): Finding => ({ about, level: "wrong", text });

/** An error's reason in one line. Addresses with passwords never stand in it: callers name what they asked. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) };
  if (cause instanceof Error) return reasonOf(cause);
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return message.split("\n")[0] ?? "";
}

/** Runs a check; if it throws, that is what it found. */
export async function attempt(about: string, todo: string, run: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await run();
  } catch (error) {
    return [wrong(about, `${todo} (${reasonOf(error)})`)];
  }
}
