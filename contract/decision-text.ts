/** The text of a decision in the catalog `decisions`: a warning says which measure may follow. */
export const decisionText = <K extends string>(decision: K, stated: string | null) =>
  decision === "warned" && stated === "misuse" ? "kind.warned_misuse" : (`kind.${decision}` as const);
