/** The outcome of one attempt, for the operator. */
export type PostbackAnswer = {
  /**
   * `accepted`: a status of 200 to 299, whatever the answer says. `redirect` is not followed. `forbidden`: the name
   * leads to a private address, and nothing was sent.
   */
  outcome: "accepted" | "refused" | "redirect" | "timeout" | "unreachable" | "forbidden";
  /** The HTTP status; null without an answer. */
  status: number | null;
  /** The beginning of the answer in one line, or why there is none. */
  detail: string;
};

/** Notifies advertising networks of conversions. */
export type Postbacks = {
  /** Requests a URL once. Never throws: a failure is an outcome, too. */
  send(url: string): Promise<PostbackAnswer>;
};
