import { type DestinationStream, type Logger, pino } from "pino";
import { apiKeyPattern } from "./lib/api-key.ts";

/** In texts from elsewhere, such as a mail server's answer. Code that names such a thing is a bug; this is the net. */
const personalData: { pattern: RegExp; replacement: string }[] = [
  // bounded, because a search for "@" from each letter of a long word would take the square of its length
  { pattern: /[^\s<>"'\\:/,;()]{1,64}@[^\s<>"'\\,;()]+/g, replacement: "[address]" },
  { pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, replacement: "[iban]" },
  // of a program: the id stays, by which the key is found and revoked
  { pattern: new RegExp(`\\b${apiKeyPattern}`, "g"), replacement: "rv_$1_[secret]" },
  { pattern: /\b(auth|staff|cookie|authorization|token)(=|: ?)[^\s;"'\\]+/gi, replacement: "$1$2[secret]" },
  { pattern: /\+\d[\d ()-]{7,}\d/g, replacement: "[phone]" },
];

export function redact(line: string): string {
  let redacted = line;
  for (const { pattern, replacement } of personalData) redacted = redacted.replaceAll(pattern, replacement);
  return redacted;
}

/** PostgreSQL's class "data exception": its message quotes the value that does not fit. */
const dataException = /^22/;

type Failure = { name?: unknown; message?: unknown; code?: unknown; stack?: unknown };

/** Only these fields of an error: PostgreSQL's other fields can quote a row, and so personal data. */
export function describeError({ name, message, code, stack }: Failure): Failure {
  if (!dataException.test(String(code))) return { name, message, code, stack };
  const frames = String(stack)
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return { name, message: "a value that does not fit", code, stack: frames.join("\n") };
}

/** The error output, or a file. A full disk loses lines of the log, and does not end the process. */
export function logDestination(dest: string | number): DestinationStream {
  return pino.destination({ dest, sync: true }).on("error", () => {});
}

/** The log: JSON lines with ids, without personal data. */
export function createLog(level: string, out: DestinationStream = logDestination(2)): Logger {
  const redacting: DestinationStream = { write: (line) => out.write(redact(line)) };
  return pino({ level, serializers: { err: describeError } }, redacting);
}
