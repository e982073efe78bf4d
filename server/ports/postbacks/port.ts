/** The outcome of one attempt, for the operator. */
export type PostbackAnswer = {
  /** `accepted`: any 200 to 299. `redirect` is not followed. `forbidden`: a private address; nothing was sent. */
  outcome: "accepted" | "refused" | "redirect" | "timeout" | "unreachable" | "forbidden";
  status: number | null;
  /** The beginning of the answer in one line, or why there is none. */
  detail: string;
};

/** A request with a body, signed by its headers. */
export type SignedPost = { headers: Readonly<Record<string, string>>; body: string };

/** Notifies advertising networks of conversions, and servers of the operator of events. */
export type Postbacks = {
  /** Requests a URL once, by POST if there is something to post. Never throws: a failure is an outcome, too. */
  send(url: string, post?: SignedPost): Promise<PostbackAnswer>;
};
