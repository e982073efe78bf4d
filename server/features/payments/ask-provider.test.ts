import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { askProvider } from "./ask-provider.ts";

const lines: string[] = [];
const log = pino({}, { write: (line: string) => lines.push(line) });

describe("D7.3 asking the payment provider", () => {
  test("returns its answer", async () => {
    expect(await askProvider(log, async () => "paid")).toBe("paid");
  });

  test("that fails throws a failure with a code; the provider's error goes only to the log", async () => {
    const answer = askProvider(log, async () => {
      throw new Error("certificate expired");
    });
    await expect(answer).rejects.toThrow(expect.objectContaining({ code: "payment_unavailable", detail: {} }));
    expect(lines.at(-1)).toContain("certificate expired");
  });

  test("that never answers is aborted", async () => {
    let abortSignal: AbortSignal | undefined;
    const answer = askProvider(
      log,
      (signal) => {
        abortSignal = signal;
        return new Promise(() => {});
      },
      20,
    );
    await expect(answer).rejects.toThrow(expect.objectContaining({ code: "payment_unavailable" }));
    expect(abortSignal?.aborted).toBe(true);
  });
});
