import type { CSSProperties } from "react";

/** The colours of `web/theme.css`, behind white text, and as text on light and on dark, with a contrast of 4.5:1. */
export const mailColours = {
  rose: { button: "#be185d", onLight: "#be185d", onDark: "#ff9dc0" },
  plum: { button: "#8b1f9c", onLight: "#7b178b", onDark: "#e6a9f5" },
  indigo: { button: "#4338ca", onLight: "#3b31b5", onDark: "#b9b8fb" },
  teal: { button: "#0f6e6b", onLight: "#0c5f5c", onDark: "#7fd6cf" },
  ember: { button: "#b23c0c", onLight: "#9c340a", onDark: "#ffb08a" },
} as const;

const ink = "#241b21";
const soft = "#655a61";
const line = "#eadfe5";
const fonts = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

export const styles = {
  page: { margin: 0, padding: "24px 12px", backgroundColor: "#f8f3f5", fontFamily: fonts },
  column: { maxWidth: "560px", margin: "0 auto" },
  name: { margin: "0 0 16px", padding: "0 4px", fontSize: "22px", lineHeight: "28px", fontWeight: 700 },
  card: { padding: "28px 24px", backgroundColor: "#ffffff", borderRadius: "16px", border: `1px solid ${line}` },
  heading: { margin: "0 0 12px", fontSize: "24px", lineHeight: "32px", fontWeight: 700, color: ink },
  text: { margin: "0 0 16px", fontSize: "16px", lineHeight: "24px", color: ink },
  rows: { margin: "8px 0 16px", borderCollapse: "collapse" },
  rowName: cell({ textAlign: "left", fontWeight: 400, color: soft, paddingRight: "16px", wordBreak: "break-word" }),
  rowValue: cell({ textAlign: "right", fontWeight: 600, color: ink, wordBreak: "break-word" }),
  button: {
    display: "inline-block",
    margin: "8px 0 20px",
    padding: "14px 24px",
    borderRadius: "12px",
    color: "#ffffff",
    fontSize: "16px",
    lineHeight: "20px",
    fontWeight: 700,
    textDecoration: "none",
  },
  small: { margin: "0 0 10px", fontSize: "14px", lineHeight: "20px", color: soft, wordBreak: "break-word" },
  papers: { marginTop: "24px", padding: "16px 24px", borderRadius: "16px", border: `1px solid ${line}` },
  papersTitle: { margin: "0 0 8px", fontSize: "18px", lineHeight: "24px", fontWeight: 700, color: ink },
  paperTitle: { margin: "16px 0 4px", fontSize: "14px", lineHeight: "20px", fontWeight: 700, color: ink },
  paper: { margin: "0 0 6px", fontSize: "13px", lineHeight: "18px", color: soft, wordBreak: "break-word" },
  link: { textDecoration: "underline", wordBreak: "break-all" },
  line: { margin: "24px 0 16px", border: "none", borderTop: `1px solid ${line}` },
} satisfies Record<string, CSSProperties>;

function cell(style: CSSProperties): CSSProperties {
  return { padding: "8px 0", borderBottom: `1px solid ${line}`, fontSize: "15px", lineHeight: "20px", ...style };
}

/** Mail programs that follow the reader's dark mode use these; the others keep the light colours. */
export function darkStyles(colour: { onDark: string }): string {
  const rules = [
    ".page,.page>table,.page>table>tbody>tr>td{background-color:#1a1418!important}",
    ".card{background-color:#261e23!important;border-color:#43363d!important}",
    ".ink{color:#f6eef2!important}",
    ".soft{color:#c3b5bc!important}",
    ".line{border-color:#43363d!important}",
    `.name,.link{color:${colour.onDark}!important}`,
  ];
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`;
}
