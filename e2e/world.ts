/** A product that runs with a demo world of its own: where it answers, and where its data is. */
export type World = { address: string; data: string };

const local: World = { address: "http://localhost:3000", data: "data" };
/** As `scripts/browser-tests.ts` started them; without it, the product that somebody has started here. */
export const worlds: World[] = JSON.parse(process.env.E2E_WORLDS ?? JSON.stringify([local]));

/** The world of this worker: those who walk at the same time never meet each other's members. */
const here = worlds[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? local;

export const { address, data } = here;
export const { origin } = new URL(address);
/** The other demo site, which is known by numbers. */
export const otherAddress = address.replace("localhost", "127.0.0.1");
