/** A running product with its own demo world: its address and its data folder. */
export type World = { address: string; data: string };

const { PORT = "3000", DATA_DIR = "data" } = process.env;
const local: World = { address: `http://localhost:${PORT}`, data: DATA_DIR };
/**
 * The products that `scripts/browser-tests.ts` has started; without it, the one that the developer has started here,
 * with the same `PORT` and `DATA_DIR`.
 */
export const worlds: World[] = JSON.parse(process.env.E2E_WORLDS ?? JSON.stringify([local]));

/** The world of this worker: journeys that run in parallel never meet each other's members. */
const here = worlds[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? local;

export const { address, data } = here;
export const { origin } = new URL(address);
/** The other demo site, whose host is an IP address. */
export const otherAddress = address.replace("localhost", "127.0.0.1");
