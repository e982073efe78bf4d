/** What the services and mail servers send about a mail, cut down to a few of their fields and all that we read. */
type About = { messageId: string; at?: string };

export const ses = (type: string, { messageId, at = "2026-11-20T17:59:00.000Z" }: About, more: object = {}) => ({
  eventType: type,
  mail: {
    timestamp: at,
    messageId: "0102018b-of-amazon",
    headers: [
      { name: "Subject", value: "Anna wrote to you" },
      { name: "Message-ID", value: `<${messageId}>` },
    ],
    commonHeaders: { messageId: `<${messageId}>` },
  },
  ...more,
});
export const sesBounce = (bounceType: string, about: About) => ses("Bounce", about, { bounce: { bounceType } });

export const sns = (event: object) => ({
  Type: "Notification",
  MessageId: "22b80b92",
  TopicArn: "arn:aws:sns:eu-west-1:123456789012:mails",
  Message: JSON.stringify(event),
  SigningCertURL: "https://sns.eu-west-1.amazonaws.com/cert.pem",
});

export const postmark = (recordType: string, token: string, more: object = {}) => ({
  RecordType: recordType,
  MessageID: "883953f4-of-postmark",
  Email: "someone@example.org",
  Metadata: { mail: token },
  ...more,
});

/** A report as a mail, in the two forms that mail servers use: a bounce (RFC 3464) and a complaint (RFC 5965). */
const report = (type: string, part: string, { messageId, at }: About) =>
  [
    "From: MAILER-DAEMON@mx.example",
    "To: hello@rendezvous.invalid",
    "Subject: About your mail",
    "MIME-Version: 1.0",
    `Content-Type: multipart/report; report-type=${type}; boundary="b"`,
    "",
    "--b",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "I’m sorry.",
    "--b",
    part,
    "",
    "--b",
    "Content-Type: message/rfc822",
    "",
    "Subject: Anna wrote to you",
    "Message-ID:",
    ` <${messageId}>`,
    ...(at ? [`Date: ${at}`] : []),
    "Content-Type: text/plain",
    "",
    "Hello",
    "--b--",
    "",
  ].join("\r\n");

export const bounceMail = (action: string, status: string, about: About) =>
  report(
    "delivery-status",
    `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822;\r\n someone@example.org\r\nAction: ${action}\r\nStatus: ${status}\r\n`,
    about,
  );

export const complaintMail = (type: string, about: About) =>
  report(
    "feedback-report",
    `Content-Type: message/feedback-report\r\n\r\nFeedback-Type: ${type}\r\nUser-Agent: Loop/1.0\r\nVersion: 1\r\n`,
    about,
  );
