/** The screens with a back button in the installed app, by the ids of their routes. */
const screens: readonly string[] = ["members-id", "likes-type", "likes-m-id", "credits", "credits-id-paymentmethod"];

/** `historyState` is the browser's: the router numbers the entries of the history, from 0. */
export function hasBackButton(screen: string, historyState: unknown): boolean {
  const { idx = 0 } = (historyState ?? {}) as { idx?: number };
  return screens.includes(screen) && idx > 0;
}
