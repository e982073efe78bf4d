import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import type { Language } from "#contract/constants.ts";

const require = createRequire(import.meta.url);
/** The TrueType fonts are embedded: the standard fonts of PDF have no Polish letters. */
export const pdfFonts = {
  regular: require.resolve("@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf"),
  bold: require.resolve("@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf"),
};

export const margin = 56;
export const colours = { ink: "#241b21", soft: "#655a61", line: "#d8ccd3" };

type PdfOptions = { title: string; author: string; language: Language; at: Date; uncompressed?: boolean };

/** Draws a PDF in A4, the same for the same input. `uncompressed` is for tests, which read the file's content. */
export async function makePdf(
  { title, author, language, at, uncompressed = false }: PdfOptions,
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    lang: language,
    displayTitle: true,
    compress: !uncompressed,
    bufferPages: true,
    font: pdfFonts.regular,
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
  });
  draw(pdf);
  pdf.end();
  return await finished;
}

/** What pdfkit keeps of the font in use: its types leave it out. */
type WithFont = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

/** Letters that the font in use lacks would be empty boxes: instead of them their code stands there, as `[U+4E2D]`. */
export function printable(pdf: PDFKit.PDFDocument, text: string): string {
  const { font } = (pdf as unknown as WithFont)._font;
  return [...text]
    .map((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      if (letter === "\n" || font.hasGlyphForCodePoint(code)) return letter;
      // the narrow space before French marks is only a width
      if (/\s/.test(letter)) return "\u00a0";
      return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
    })
    .join("");
}
