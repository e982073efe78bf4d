import type { AnswerOf } from "#contract/call.ts";
import {
  decideComplaint,
  decideObjection,
  decidePaymentIssue,
  decideProposal,
  decideReview,
  decideText,
  decideWithdrawal,
  type QueuedCase,
  takeComplaints,
  takeObjections,
  takePayments,
  takeProposals,
  takeReviews,
  takeTexts,
  takeWithdrawals,
} from "#contract/office.ts";
import { newKey } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";

/** The call that takes the items of each queue of cases. */
export const takeCalls = {
  texts: takeTexts,
  objections: takeObjections,
  reviews: takeReviews,
  complaints: takeComplaints,
  withdrawals: takeWithdrawals,
  payments: takePayments,
  proposals: takeProposals,
};
export type CaseQueueName = keyof typeof takeCalls;
export const isCaseQueue = (name: string): name is CaseQueueName => Object.hasOwn(takeCalls, name);

export type Cases = AnswerOf<typeof takeTexts>;

/** What staff typed and ticked beside a decision. */
export type Typed = { words: string; unfounded: boolean };

/** Sends a decision, with the words that the member reads if there are any. */
export function decideCase(
  queue: CaseQueueName,
  { id, text, thread }: QueuedCase,
  verdict: string,
  { words, ...ticked }: Typed,
) {
  const key = newKey();
  // the choices of a queue are its verdicts
  const chosen = { id, verdict: verdict as never };
  switch (queue) {
    case "texts":
      return call(decideText, { body: { ...chosen, text }, key });
    case "objections":
      return call(decideObjection, { body: { ...chosen, words, unfounded: ticked.unfounded }, key });
    case "reviews":
      return call(decideReview, { body: chosen, key });
    case "complaints":
      return call(decideComplaint, { body: { ...chosen, words, read: thread.length }, key });
    case "withdrawals":
      return call(decideWithdrawal, { body: { ...chosen, words }, key });
    case "payments":
      return call(decidePaymentIssue, { body: chosen, key });
    case "proposals":
      return call(decideProposal, { body: chosen, key });
  }
}
