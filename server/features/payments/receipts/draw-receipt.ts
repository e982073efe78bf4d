import type { Language } from "#contract/constants.ts";
import type { ReceiptDocument } from "#contract/receipts.ts";
import { colours, makePdf, margin, pdfFonts, printable } from "#server/lib/pdf.ts";

const { ink, soft, line } = colours;

/** `uncompressed` is for tests, which read the file's content. */
export type DrawOptions = { language: Language; issuedAt: Date; uncompressed?: boolean };

export async function drawReceipt(
  document: ReceiptDocument,
  { language, issuedAt, uncompressed = false }: DrawOptions,
): Promise<Buffer> {
  const { title, seller } = document;
  const options = { title, author: seller.lines[0] ?? "", language, at: issuedAt, uncompressed };
  return await makePdf(options, (pdf) => draw(pdf, document));
}

function draw(pdf: PDFKit.PDFDocument, { title, facts, seller, buyer, items, totals }: ReceiptDocument): void {
  const width = pdf.page.width - 2 * margin;
  pdf.font(pdfFonts.bold).fontSize(22).fillColor(ink).text(title, margin, margin, { width });
  pdf.moveDown(1);
  const top = pdf.y;
  const half = (width - 24) / 2;
  const block = (x: number, { title: heading, lines }: ReceiptDocument["seller"]) => {
    pdf.font(pdfFonts.bold).fontSize(10).fillColor(soft).text(heading, x, top, { width: half });
    pdf.font(pdfFonts.regular).fontSize(10).fillColor(ink);
    for (const each of lines) pdf.text(printable(pdf, each), x, pdf.y + 2, { width: half });
    return pdf.y;
  };
  pdf.y = Math.max(block(margin, seller), block(margin + half + 24, buyer)) + 20;
  rows(pdf, facts, { bold: [] });
  rule(pdf);
  rows(pdf, items, { bold: [] });
  rule(pdf);
  rows(pdf, totals, { bold: [totals.length - 1] });
}

function rule(pdf: PDFKit.PDFDocument): void {
  const y = pdf.y + 6;
  pdf
    .moveTo(margin, y)
    .lineTo(pdf.page.width - margin, y)
    .lineWidth(0.7)
    .strokeColor(line)
    .stroke();
  pdf.y = y + 10;
}

/** Names on the left, values on the right. */
function rows(pdf: PDFKit.PDFDocument, lines: ReceiptDocument["items"], { bold }: { bold: readonly number[] }): void {
  const width = pdf.page.width - 2 * margin;
  const left = width * 0.45;
  for (const [index, { name, value }] of lines.entries()) {
    const y = pdf.y;
    pdf.font(bold.includes(index) ? pdfFonts.bold : pdfFonts.regular).fontSize(10);
    pdf.fillColor(soft).text(name, margin, y, { width: left });
    const below = pdf.y;
    pdf.fillColor(ink).text(value, margin + left, y, { width: width - left, align: "right" });
    pdf.y = Math.max(below, pdf.y) + 4;
  }
}
