/** The outcome of one attempt, for the operator. */
export type PostbackAnswer = {
  /** `accepted`: any 200 to 299. `redirect` is not followed. `forbidden`: a private address; nothing was sent. */
  outcome: "accepted" | "refused" | "redirect" | "timeout" | "unreachable" | "forbidden";
  status: number | null;
  /** The beginning of the answer in one line, or why there is none. */
  detail: string;
};

/** Notifies advertising networks of conversions. */
export type Postbacks = {
  /** Requests a URL once. Never throws: a failure is an outcome, too. */
  send(url: string): Promise<PostbackAnswer>;
};
