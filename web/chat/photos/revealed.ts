/** The messages whose photo the member asked for during this visit. */
const revealed = new Set<string>();

/** Whether the member has revealed the photo of this message before; it is then not blurred again. */
export const isRevealed = (message: string): boolean => revealed.has(message);

export function reveal(message: string): void {
  revealed.add(message);
}
