/** The endpoint that a mail program's own unsubscribe button calls (RFC 8058). */
export const oneClickPath = "/api/list-unsubscribe.php";
