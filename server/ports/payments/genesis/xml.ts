import sax from "sax";

/** What stands in an element: its text, or its attributes (`@name`) and elements, repeated ones as a list. */
export type Content = string | { [name: string]: Content | Content[] };

export type XmlDocument = { root: string; content: Content };

type Open = { name: string; text: string; parts: { [name: string]: Content | Content[] } };

/** Null if the text is no well-formed XML. The parser knows XML's own entities only, and reads no document type. */
export function parseXml(text: string): XmlDocument | null {
  const parser = sax.parser(true, { trim: true, position: false });
  const open: Open[] = [];
  let document: XmlDocument | null = null;
  parser.onopentag = ({ name, attributes }) => {
    const parts = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`@${key}`, String(value)]));
    open.push({ name, text: "", parts });
  };
  parser.ontext = parser.oncdata = (part) => {
    const last = open.at(-1);
    if (last) last.text += part;
  };
  parser.onclosetag = () => {
    const done = open.pop();
    if (!done) return;
    const content = Object.keys(done.parts).length > 0 ? done.parts : done.text;
    const above = open.at(-1);
    if (!above) document = { root: done.name, content };
    else {
      const earlier = above.parts[done.name];
      above.parts[done.name] = earlier === undefined ? content : [earlier, content].flat();
    }
  };
  try {
    parser.write(text).close();
  } catch {
    return null;
  }
  return document;
}

/** Elements to write: undefined ones are left out. `@name` is an attribute. */
export type Elements = { [name: string]: string | number | boolean | undefined | Elements | readonly Elements[] };

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeXml = (text: string) =>
  // XML has no other control characters, not even escaped
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? "");

function writeElement(name: string, value: Elements[string]): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.map((each: Elements) => writeElement(name, each)).join("");
  if (typeof value !== "object") return `<${name}>${escapeXml(String(value))}</${name}>`;
  const entries = Object.entries(value as Elements);
  const attributes = entries.filter(([key]) => key.startsWith("@"));
  const written = attributes.map(([key, text]) => ` ${key.slice(1)}="${escapeXml(String(text))}"`).join("");
  const inner = entries.filter(([key]) => !key.startsWith("@")).map(([key, each]) => writeElement(key, each));
  return `<${name}${written}>${inner.join("")}</${name}>`;
}

export function writeXml(root: string, elements: Elements): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeElement(root, elements)}`;
}
