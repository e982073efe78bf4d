/** The messages whose photo the member asked for during this visit. */
const revealed = new Set<string>();

/** Whether the member has uncovered the photo of this message before, so that it is not covered again. */
export const isRevealed = (message: string): boolean => revealed.has(message);

export function reveal(message: string): void {
  revealed.add(message);
}
