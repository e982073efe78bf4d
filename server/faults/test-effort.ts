/** `npm run test:quick` proves the same with fewer rounds. */
export const isQuick = process.env.QUICK_TESTS === "1";
