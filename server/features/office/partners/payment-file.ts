import { dayOf } from "#contract/days.ts";
import { csvLine } from "#server/lib/csv.ts";
import { toDecimal } from "#server/ports/payments/port.ts";
import { moneyCell } from "../money/money-cell.ts";
import type { StoredPayoutList } from "./payout-store.ts";

/** Letters that no decomposition leads to the Latin alphabet. */
const spelled: Record<string, string> = {
  ...{ ß: "ss", Æ: "AE", æ: "ae", Ø: "O", ø: "o", Œ: "OE", œ: "oe", Ł: "L", ł: "l", Đ: "D", đ: "d", Þ: "Th", þ: "th" },
  ...{ Ð: "D", ð: "d", ı: "i", Ħ: "H", ħ: "h", Ŋ: "N", ŋ: "n", Ŧ: "T", ŧ: "t", "&": "+" },
};

/** A text in the characters that each bank of SEPA accepts, with a space for any other: none means anything in XML. */
const inLatin = (text: string): string =>
  [...text.normalize("NFC")]
    .map((each) => spelled[each] ?? each)
    .join("")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9/?:().,'+ -]/g, " ");

/** Whether banks read each letter of a name, so that they find it to be the one of its account. */
export const isBankName = (name: string): boolean =>
  [...name.normalize("NFC")].every((each) => !/\p{L}/u.test(each) || inLatin(each).trim() !== "");

/** A text as a bank takes it. */
export function sepaText(text: string, most = 70): string {
  // a slash at the ends, or two of them, has a meaning for banks
  const tidy = inLatin(text)
    .replace(/\/{2,}/g, "/")
    .replace(/\s+/g, " ");
  return tidy.slice(0, most).replace(/^[\s/]+|[\s/]+$/g, "") || "NOTPROVIDED";
}

/** An id as banks take one: at most 35 characters. */
const reference = (id: string) => id.replaceAll("-", "");

/**
 * A list as pain.001.001.09, the credit transfer of SEPA. The same list makes the same file each time, so that a bank
 * knows it again by its number.
 */
export function writePain({ id, site, payer_name, payer_iban, created_at, payouts }: StoredPayoutList): string {
  const sum = toDecimal(
    payouts.reduce((total, { amount }) => total + amount, 0),
    "EUR",
  );
  const payer = sepaText(payer_name);
  const at = created_at.toISOString().slice(0, 19);
  const transfers = payouts.map(
    (payout) => `      <CdtTrfTxInf>
        <PmtId><EndToEndId>${reference(payout.id)}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="EUR">${toDecimal(payout.amount, "EUR")}</InstdAmt></Amt>
        <Cdtr><Nm>${sepaText(payout.name)}</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>${payout.iban}</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>${sepaText(`${site} ${reference(payout.id)}`, 140)}</Ustrd></RmtInf>
      </CdtTrfTxInf>
`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${reference(id)}</MsgId>
      <CreDtTm>${at}Z</CreDtTm>
      <NbOfTxs>${payouts.length}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <InitgPty><Nm>${payer}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${reference(id)}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <NbOfTxs>${payouts.length}</NbOfTxs>
      <CtrlSum>${sum}</CtrlSum>
      <PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf>
      <ReqdExctnDt><Dt>${dayOf(created_at)}</Dt></ReqdExctnDt>
      <Dbtr><Nm>${payer}</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${payer_iban}</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>
${transfers.join("")}    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;
}

/** The same list as CSV, of any currency. */
export function writePayoutsCsv({ currency, payouts }: StoredPayoutList): string {
  const lines = payouts.map(({ id, name, iban, amount }) =>
    csvLine([reference(id), name, iban, moneyCell(amount, currency), currency]),
  );
  return [csvLine(["reference", "name", "iban", "amount", "currency"]), ...lines].join("");
}
