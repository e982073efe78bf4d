/** Sites that require it use it. The built-in adapter leaves it to the team; another one may use a service. */
export type AgeProvider = {
  /** What members do: send a photo of a document to the team, or go to a page of the provider. */
  readonly way: "document" | "page";
  /** The address of the page for a member; null if there is none. `returnTo` is where it leads back to. */
  begin(memberId: string, returnTo: string): Promise<string | null>;
  /** What the provider found out about a member: only that, never the birth date. Null: nothing yet. */
  findOutcome(memberId: string): Promise<"adult" | null>;
};
