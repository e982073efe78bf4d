/**
 * Whether a form's box is ticked, typed as a call expects it that accepts only `true`: an unticked box is sent as such,
 * and the server answers what is wrong.
 */
export const isTicked = (value: string | undefined) => (value !== undefined) as true;
