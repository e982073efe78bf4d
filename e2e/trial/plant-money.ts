import { expect } from "@playwright/test";
import { codeTo } from "#e2e/mails.ts";
import { type Caller, send } from "#e2e/member.ts";
import { ownPhone } from "#e2e/phone.ts";
import { pressAtSandbox } from "#e2e/sandbox.ts";
import { bundleOf, buy } from "./buy.ts";
import { newCaller, read } from "./caller.ts";
import type { Case } from "./case.ts";
import type { Cast } from "./people.ts";

const complain = async (from: Caller, email: string, topic: "payment" | "technical", text: string): Promise<string> =>
  (await send(from, "POST", "/api/complaint.php", { email, topic, text })).number;

async function chargedTwice({ piet }: Cast, finance: Caller): Promise<Case> {
  const first = await buy(piet, finance, { credits: 25, method: "card" });
  const second = await buy(piet, finance, { credits: 25, method: "card" });
  const text = `Ik heb één keer credits gekocht, maar mijn kaart is twee keer belast: ${first.number} en ${second.number}. Ik wil één betaling terug.`;
  const complaint = await complain(piet.context, piet.email, "payment", text);
  return {
    queue: "complaints",
    what: `${piet.name} (Dutch): charged twice within a minute, ${first.number} and ${second.number}`,
    expected: `Refund one of both (${second.amount}) within the complaint, and send the answer that is prepared.`,
    why: "Two equal payments of one minute, no credit of the second spent. To refund both, or none, is wrong.",
    ids: { member: piet.id, complaint, first: first.payment, second: second.payment },
  };
}

const iban = "DE02 1203 0000 0000 2020 51";

async function unknownDebit({ rosa }: Cast): Promise<Case> {
  const { id, price, amount } = await bundleOf(rosa, 10);
  const phone = ownPhone();
  const mandate = { bundle_id: id, amount: price, iban, account_holder: "Manfred Keller", phone, authorised: true };
  const { direct_debit: debit } = await send(rosa.context, "POST", "/api/directdebit.php", mandate);
  const code = await codeTo(rosa.context.request, phone);
  const confirmed = { id: debit.id, code, begin_at_once: true };
  const { payment } = await send(rosa.context, "POST", "/api/directdebit-confirm.php", confirmed);
  const guest = await newCaller("en");
  const email = "manfred.keller@guest.example.org";
  const text = `I am not a member of your site and have never been. My bank says that you are going to take money from my account ${iban}. I did not agree to that. Stop it.`;
  const complaint = await complain(guest, email, "payment", text);
  return {
    queue: "complaints",
    what: `Manfred Keller, no member: a direct debit of ${amount} from his account ${iban}, which ${rosa.name} ordered`,
    expected:
      "Cancel the debit of the IBAN, which the complaint shows, refuse the account from now on, and answer him. Nothing else of the account is changed.",
    why: "It is not collected yet, so it is cancelled and nothing is refunded: the guide’s only exception for an unproven sender. The answer must not name the member.",
    ids: { complaint, payment: payment.payment_id, member: rosa.id },
  };
}

async function rude({ henk }: Cast): Promise<Case> {
  const text =
    "What kind of idiots run this site?! Your stupid emails wake me up every night and there is no way to switch them off. Answer me or go to hell!";
  const complaint = await complain(henk.context, henk.email, "technical", text);
  return {
    queue: "complaints",
    what: `${henk.name}: rude, about emails at night`,
    expected: "Answer politely where emails are switched off (a saved reply has it). No measure.",
    why: "He is rude to the team, but has a fair question; rudeness is no reason for a measure, or to close it unanswered.",
    ids: { member: henk.id, complaint },
  };
}

export const plantComplaints = async (cast: Cast, finance: Caller): Promise<Case[]> => [
  await chargedTwice(cast, finance),
  await unknownDebit(cast),
  await rude(cast),
];

/** Withdrawals that were declared without a login. */
export async function plantWithdrawals({ aino, luca }: Cast, finance: Caller): Promise<Case[]> {
  const queue = "withdrawals";
  const { payment, number, amount } = await buy(aino, finance, { credits: 25, method: "card" });
  const own = [
    await buy(luca, finance, { credits: 10, method: "card" }),
    await buy(luca, finance, { credits: 25, method: "paypal" }),
  ];
  const wrong = "2019-004711";
  const guest = await newCaller("en");
  await send(guest, "POST", "/api/withdrawal-request.php", { email: aino.email, number });
  await send(guest, "POST", "/api/withdrawal-request.php", { email: luca.email, number: wrong });
  return [
    {
      queue,
      what: `${aino.name}: ${number}, with the right address`,
      expected: `Carry it out: ${amount}, or less if she has spent some credits meanwhile.`,
      why: "Address and number fit, and it was bought today.",
      ids: { member: aino.id, payment },
    },
    {
      queue,
      what: `${luca.name}: the number ${wrong}, which is of no purchase; he has ${own.map((each) => each.number).join(" and ")}`,
      expected: "Answer with a question: which of his purchases does he mean?",
      why: "Two purchases are possible; to refund one is a guess, to close it takes his right away.",
      ids: { member: luca.id, first: own[0]?.payment ?? "", second: own[1]?.payment ?? "" },
    },
  ];
}

/** A chargeback, and a payment to find: what is asked by telephone or letter. */
export async function plantPayments({ mikko, sofia }: Cast, finance: Caller): Promise<Case[]> {
  const disputed = await buy(mikko, finance, { credits: 60, method: "card" });
  await pressAtSandbox(mikko.context, disputed.checkout, { outcome: "charge_back" });
  const takenBack = async () => {
    const { payments } = await read(finance, `/api/staff-payments.php?number=${disputed.payment}`);
    return payments[0]?.charged_back ?? 0;
  };
  await expect.poll(takenBack, { timeout: 20_000 }).toBeGreaterThan(0);
  const asked = await buy(sofia, finance, { credits: 25, method: "paypal" });
  return [
    {
      job: `A bank has taken back the payment with receipt ${disputed.number}. The bank wants our evidence by tonight, as a file in English. Get that file.`,
      what: `${mikko.name}: a chargeback of ${disputed.amount}`,
      expected: "On the payment’s page: evidence for the bank, in English (PDF).",
      why: "The file is downloaded; the audit log has it.",
      ids: { member: mikko.id, payment: disputed.payment },
    },
    {
      job: `Accounting asks about receipt ${asked.number}: who paid, how much, and by which method?`,
      what: "A payment to find by the number of its receipt",
      expected: `${sofia.name}, ${asked.amount}, PayPal.`,
      why: "The search for payments, or the one at the staff home, finds a receipt’s number.",
      ids: { member: sofia.id, payment: asked.payment },
    },
  ];
}
