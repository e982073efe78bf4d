import { domainToASCII } from "node:url";
import { createTransport } from "nodemailer";
import type { Mail } from "./port.ts";

/** Milliseconds allowed to a mail server: to connect, to greet, between two answers, and for the whole mail. */
const patience = { connect: 10_000, greet: 10_000, answer: 20_000, whole: 45_000 };

/** The URL may carry nodemailer's options (`?requireTLS=true`). By its Message-ID servers drop a repeated mail. */
export function createSmtpMail(url: string): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: patience.connect,
    dnsTimeout: patience.connect,
    greetingTimeout: patience.greet,
    socketTimeout: patience.answer,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ reference, to, from, fromName, subject, text, html, headers, language }) {
      const sender = deliverable(from);
      await transport.sendMail({
        messageId: `<${reference}@${sender.slice(sender.lastIndexOf("@") + 1)}>`,
        from: { name: fromName, address: sender },
        to: { name: "", address: deliverable(to) },
        subject,
        text,
        html,
        headers: { "Content-Language": language, ...headers },
        signal: AbortSignal.timeout(patience.whole),
      });
    },
    async erase() {},
  };
}

/** An address in the form that mail servers need: the domain in ASCII (`bücher.example` is `xn--bcher-kva.example`). */
function deliverable(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = domainToASCII(address.slice(at + 1));
  if (at < 1 || domain === "") throw new Error("not a mail address");
  return `${address.slice(0, at)}@${domain}`;
}
