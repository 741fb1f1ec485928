export type RawMail = { from: string; to: string; raw: Uint8Array };

type Quota = {
  /** Mails; Infinity where the service slows senders down itself. */
  perSecond: number;
  /** Mails in 24 hours; -1 for no limit, or none that is told. */
  perDay: number;
  /** Bytes of a whole mail, encoded; null for no limit that is told. */
  maxBytes: number | null;
};

export type Mailer = {
  /** Tries once: a second try could send twice. @returns the service's id of the mail @throws MailError */
  send: (mail: RawMail) => Promise<string>;
  /** Connects and signs in, too. @throws MailError */
  quota: () => Promise<Quota>;
};
