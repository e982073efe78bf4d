import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { askProvider } from "./ask-provider.ts";

const lines: string[] = [];
const log = pino({}, { write: (line: string) => lines.push(line) });

describe("D7.3 asking the payment provider", () => {
  test("gives its answer", async () => {
    expect(await askProvider(log, async () => "paid")).toBe("paid");
  });

  test("that fails is a failure with a code, its words stay in the log", async () => {
    const asked = askProvider(log, async () => {
      throw new Error("certificate expired");
    });
    await expect(asked).rejects.toThrow(expect.objectContaining({ code: "payment_unavailable", detail: {} }));
    expect(lines.at(-1)).toContain("certificate expired");
  });

  test("that never answers is given up, and told so", async () => {
    let givenUp: AbortSignal | undefined;
    const asked = askProvider(
      log,
      (signal) => {
        givenUp = signal;
        return new Promise(() => {});
      },
      20,
    );
    await expect(asked).rejects.toThrow(expect.objectContaining({ code: "payment_unavailable" }));
    expect(givenUp?.aborted).toBe(true);
  });
});
