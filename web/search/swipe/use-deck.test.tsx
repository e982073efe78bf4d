// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";

import type { Deck, DeckCard } from "#contract/swipe.ts";
import { renderPage } from "#web/test-dom.tsx";
import { useDeck } from "./use-deck.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000));
const members = Array.from({ length: 10 }, (_, at) => ({ id: `m${at}` }) as DeckCard);
const deckAt = (now: string, renewed_at: string, left: number): Deck => ({
  members,
  likes: { left, per_day: 4, renewed_at, now },
  undoable: null,
  beyond: false,
  left_out: false,
});

const [midnight, next] = ["2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"];
const tenToMidnight = deckAt("2026-11-20T23:50:00.000Z", midnight, 0);

function Game() {
  const { left } = useDeck(tenToMidnight, { onProblem: () => {} });
  return <p>{left}</p>;
}

test("R9.01 new likes come at midnight by the server's clock, also in a browser whose clock is fast", async () => {
  vi.setSystemTime("2026-11-21T00:05:00Z");
  const fetched = vi.fn(async () => Response.json(deckAt(midnight, next, 4)));
  vi.stubGlobal("fetch", fetched);
  const { container } = await renderPage(
    <QueryClientProvider client={new QueryClient()}>
      <Game />
    </QueryClientProvider>,
  );
  await minutes(9);
  expect(fetched).not.toHaveBeenCalled();
  expect(container.textContent).toBe("0");
  await minutes(2);
  expect(fetched).toHaveBeenCalledOnce();
  expect(container.textContent).toBe("4");
});
