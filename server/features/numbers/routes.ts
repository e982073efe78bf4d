import { getNumbers } from "#contract/numbers.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { showNumbers } from "./show-numbers.ts";

export const numbersRoutes: Handler[] = [handle(getNumbers, ({ db, now }, { query }) => showNumbers(db, query, now))];
