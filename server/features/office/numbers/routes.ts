import { getNumbers } from "#contract/numbers.ts";
import { getResults } from "#contract/results.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { showNumbers } from "./show-numbers.ts";
import { showResults } from "./show-results.ts";

export const numbersRoutes: Handler[] = [
  handle(getNumbers, ({ services, now }, { query }) => showNumbers(services, query, now)),
  handle(getResults, (ctx, { query }) => showResults(ctx, query)),
];
