import type { Language } from "#contract/constants.ts";
import { colours, makePdf, margin, pdfFonts, printable } from "#server/lib/pdf.ts";

export type EvidenceRow = { name: string; value: string };
export type EvidenceSection = {
  title: string;
  /** What the section has, or leaves out. */
  note?: string | undefined;
  rows: readonly EvidenceRow[];
  paragraphs?: readonly (string | { heading: string })[];
};
export type EvidenceDocument = { title: string; author: string; intro: string; sections: readonly EvidenceSection[] };

type DrawOptions = { language: Language; at: Date; uncompressed?: boolean };

/** Draws the sections one below the other, with the number of each page at its foot. */
export async function drawEvidence(document: EvidenceDocument, options: DrawOptions): Promise<Buffer> {
  const { title, author, intro, sections } = document;
  return await makePdf({ title, author, ...options }, (pdf) => {
    write(pdf, title, { size: 20, bold: true, gap: 6 });
    write(pdf, intro, { size: 10, soft: true, gap: 12 });
    for (const section of sections) drawSection(pdf, section);
    numberPages(pdf);
  });
}

type Style = { size: number; bold?: boolean; soft?: boolean; gap: number };

function write(pdf: PDFKit.PDFDocument, text: string, { size, bold = false, soft = false, gap }: Style): void {
  const width = pdf.page.width - 2 * margin;
  pdf.font(bold ? pdfFonts.bold : pdfFonts.regular).fontSize(size);
  pdf.fillColor(soft ? colours.soft : colours.ink).text(printable(pdf, text), margin, pdf.y, { width });
  pdf.y += gap;
}

/** Begins a new page if less than this is left of the present one: a heading stays with what follows it. */
function ensureRoom(pdf: PDFKit.PDFDocument, height: number): void {
  if (pdf.y + height > pdf.page.height - margin) pdf.addPage();
}

function drawSection(pdf: PDFKit.PDFDocument, { title, note, rows, paragraphs = [] }: EvidenceSection): void {
  ensureRoom(pdf, 70);
  pdf.y += 8;
  write(pdf, title, { size: 13, bold: true, gap: 3 });
  if (note !== undefined) write(pdf, note, { size: 9, soft: true, gap: 4 });
  for (const row of rows) drawRow(pdf, row);
  for (const paragraph of paragraphs) {
    if (typeof paragraph === "string") write(pdf, paragraph, { size: 9.5, gap: 5 });
    else {
      ensureRoom(pdf, 50);
      pdf.y += 4;
      write(pdf, paragraph.heading, { size: 10, bold: true, gap: 2 });
    }
  }
}

/** The name on the left, the value beside it, on one page. */
function drawRow(pdf: PDFKit.PDFDocument, { name, value }: EvidenceRow): void {
  const width = pdf.page.width - 2 * margin;
  // wide enough for a day with its time, in most languages
  const left = width * 0.38;
  const columns = [
    { text: name, x: margin, width: left - 10, colour: colours.soft },
    { text: value, x: margin + left, width: width - left, colour: colours.ink },
  ];
  pdf.font(pdfFonts.regular).fontSize(10);
  const cells = columns.map(({ text, ...cell }) => ({ ...cell, text: printable(pdf, text) }));
  ensureRoom(pdf, Math.max(...cells.map((cell) => pdf.heightOfString(cell.text, { width: cell.width }))));
  const top = pdf.y;
  const ends = cells.map(({ text, x, width: cellWidth, colour }) => {
    pdf.fillColor(colour).text(text, x, top, { width: cellWidth });
    return pdf.y;
  });
  pdf.y = Math.max(...ends) + 4;
}

function numberPages(pdf: PDFKit.PDFDocument): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const { width, height, margins } = pdf.page;
    // below the margin, where text would otherwise begin a new page
    margins.bottom = 0;
    pdf.font(pdfFonts.regular).fontSize(9).fillColor(colours.soft);
    const place = { width: width - 2 * margin, align: "right", lineBreak: false } as const;
    pdf.text(`${page - start + 1} / ${count}`, margin, height - margin / 2, place);
  }
}
