import { errorCode } from "#db/errors.ts";
import { type HideSecrets, hideTokens, sanitizeServiceText } from "#server/settings/hide-secrets.ts";

export type RawMail = { from: string; to: string; raw: Uint8Array };

type Quota = {
  /** Infinity if the service does the throttling. */
  perSecond: number;
  /** -1 without a limit. */
  perDay: number;
  maxBytes: number | null;
};

export type Mailer = {
  /** Tries once, because a retry could send twice. @returns the service's message id @throws MailError */
  send: (mail: RawMail) => Promise<string>;
  quota: () => Promise<Quota>;
};

/** `refused` and `deferred` concern this mail; `unavailable` and `throttled` all mail; `unknown` may have been sent. */
export type MailErrorCode = "refused" | "deferred" | "unavailable" | "throttled" | "unknown";

export class MailError extends Error {
  override name = "MailError";
  readonly kind: MailErrorCode;

  constructor(kind: MailErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

const SES_ERRORS: Record<string, [MailErrorCode, string]> = {
  InvalidClientTokenId: ["unavailable", "AWS doesn't know the access key: check AWS_ACCESS_KEY_ID."],
  UnrecognizedClientException: ["unavailable", "AWS doesn't know the access key: check AWS_ACCESS_KEY_ID."],
  SignatureDoesNotMatch: ["unavailable", "The secret key doesn't match the access key: check AWS_SECRET_ACCESS_KEY."],
  IncompleteSignature: ["unavailable", "The keys are malformed: check AWS_ACCESS_KEY_ID and its secret."],
  ExpiredToken: ["unavailable", "The AWS keys have expired: create new ones."],
  RequestExpired: ["unavailable", "This server's clock is wrong, so AWS refuses its calls: set the clock."],
  RequestTimeTooSkewed: ["unavailable", "This server's clock is wrong, so AWS refuses its calls: set the clock."],
  AccessDenied: ["unavailable", "These AWS keys may not send mail: allow them ses:SendRawEmail."],
  AccessDeniedException: ["unavailable", "These AWS keys may not send mail: allow them ses:SendRawEmail."],
  OptInRequired: ["unavailable", "This AWS account isn't signed up for SES."],
  AccountSendingPausedException: ["unavailable", "AWS has paused sending for this account: check its SES console."],
  ProductionAccessNotGrantedException: ["unavailable", "This SES account is still in the sandbox."],
  MailFromDomainNotVerifiedException: ["unavailable", "The MAIL FROM domain isn't verified in SES."],
  LimitExceeded: ["unavailable", "The account has reached an SES limit."],
  LimitExceededException: ["unavailable", "The account has reached an SES limit."],
};

/** A home uplink of half a megabit. */
const UPLINK_MIN_BYTES_PER_SECOND = 64_000;
const USUAL_MAIL_BYTES = 512_000;

export const sendTimeoutMs = (timeoutMs: number, { length }: Uint8Array): number =>
  timeoutMs + 1000 * Math.floor(Math.max(0, length - USUAL_MAIL_BYTES) / UPLINK_MIN_BYTES_PER_SECOND);

const UNREACHABLE_CODES =
  /^(?:ECONNREFUSED|ConnectionRefused|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|FailedToOpenSocket|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_HAS_EXPIRED|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const REASON_MAX_CHARS = 300;

export function toMailError(error: unknown, timeoutMs: number, hideSecrets: HideSecrets): MailError {
  const [kind, message] = explainSesError(error, timeoutMs, hideSecrets);
  return new MailError(kind, message, error);
}

function explainSesError(error: unknown, timeoutMs: number, hideSecrets: HideSecrets): [MailErrorCode, string] {
  const { name, code, status, message } = parseError(error);
  const sesError = SES_ERRORS[name];
  if (sesError) return sesError;
  if (/quota/i.test(message) && /daily|24/i.test(message))
    return ["unavailable", "The account has reached its SES limit for 24 hours."];
  if (/^Thrott|^TooManyRequests/.test(name) || status === 429)
    return ["throttled", "SES says the account is sending too fast."];
  if (UNREACHABLE_CODES.test(code))
    return ["unavailable", "The mail service couldn't be reached: check the network and AWS_REGION."];
  if (name === "TimeoutError" || name === "AbortError")
    return [
      "unknown",
      `The mail service didn't answer within ${timeoutMs / 1000} seconds: the mail may or may not have gone out.`,
    ];
  if (status !== null && status >= 400 && status < 500)
    return ["refused", `SES refused the email: ${sanitizeServiceText(message || name, REASON_MAX_CHARS, hideSecrets)}`];
  return ["unknown", "The mail service failed while accepting the mail: it may or may not have gone out."];
}

function parseError(error: unknown): { name: string; code: string; status: number | null; message: string } {
  if (!(error instanceof Error)) return { name: "", code: "", status: null, message: String(error) };
  const metadata: unknown = "$metadata" in error ? error.$metadata : null;
  const status = typeof metadata === "object" && metadata && "httpStatusCode" in metadata ? metadata.httpStatusCode : 0;
  return {
    name: error.name,
    code: errorCode(error),
    status: typeof status === "number" && status > 0 ? status : null,
    message: error.message,
  };
}

/** Also in a URL, in quoted-printable and in HTML. */
const ADDRESS_PATTERN = /(?<![^\s@<>"'])[^\s@<>"']+(?:@|[%=]40|&#(?:64|x40);)[^\s@<>"']+/giu;

/** Services quote the rejected address, which must not be in the log or the doctor's findings. */
export function redactAddresses(text: string): string {
  return hideTokens(text).replaceAll(ADDRESS_PATTERN, "(address)");
}
