/** Test helper: the text of an uncompressed PDF that pdfkit drew, with a line for each line drawn. */
export function readPdfText(pdf: Buffer): string {
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of pdf.toString("latin1").matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    objects.set(id, body);
  }
  const all = [...objects.values()];
  /** The letters of each font, by its name on the pages and by the number of the glyph. */
  const letters = new Map<string, string[]>();
  for (const body of all) {
    for (const [, name = "", id = ""] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1];
      const glyphs: string[] = [];
      for (const [, start = "", list = ""] of (objects.get(map ?? "") ?? "").matchAll(
        /<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g,
      )) {
        for (const [index, [, codes = ""]] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
          const units = (codes.match(/[0-9a-f]{4}/g) ?? []).map((code) => Number.parseInt(code, 16));
          glyphs[Number.parseInt(start, 16) + index] = String.fromCharCode(...units);
        }
      }
      letters.set(name, glyphs);
    }
  }
  let text = "";
  let font = "";
  for (const body of all.filter((each) => each.includes("\nBT\n"))) {
    for (const [, name, drawn] of body.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)) {
      if (name !== undefined) font = name;
      if (drawn === undefined) continue;
      const glyphs = [...drawn.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
      text += `${glyphs.map((code) => letters.get(font)?.[Number.parseInt(code, 16)] ?? "\u{fffd}").join("")}\n`;
    }
  }
  return text;
}
