import { readFileSync } from "node:fs";
import net from "node:net";
import tls from "node:tls";

import type { MailService, Treatment } from "./mail-service.ts";

type Stage = "greeting" | "ehlo" | "auth" | "mail" | "rcpt" | "data" | "body" | "end";

/** The server's behavior at a stage instead of the normal one: it sends a reply, waits, or drops the connection. */
export type SmtpFailure = { at: Stage; reply?: string; waitMs?: number; drop?: true; times?: number };

type Options = {
  /** Whether STARTTLS or a TLS connection is offered. `certificate`: a name in tests/fixtures/smtp. */
  security?: "none" | "starttls" | "tls";
  certificate?: "localhost" | "elsewhere" | "expired";
  login?: { username: string; password: string };
  size?: number;
  smtpUtf8?: boolean;
};

const FOLDER = `${import.meta.dir}/../fixtures/smtp`;
/** Trusts the test servers' certificates. */
export const SMTP_CA = ["localhost", "elsewhere", "expired"]
  .map((name) => readFileSync(`${FOLDER}/${name}.crt`, "utf8"))
  .join("");

/** A local mail server with every error of real ones. */
export async function startSmtpServer(options: Options = {}) {
  const { security = "none", certificate = "localhost", login, size, smtpUtf8 = false } = options;
  const keys = {
    key: readFileSync(`${FOLDER}/${certificate}.key`),
    cert: readFileSync(`${FOLDER}/${certificate}.crt`),
  };
  const accepted: MailService["accepted"] = [];
  const commands: string[] = [];
  const sockets = new Set<net.Socket>();
  let [calls, lines, peakConnections] = [0, 0, 0];
  let failures: SmtpFailure[] = [];
  let onMail = (_number: number) => {};
  let treat: (number: number, to: string) => Treatment = () => ({ kind: "ok" });

  const serve = (tcpSocket: net.Socket) => {
    sockets.add(tcpSocket);
    lines += 1;
    peakConnections = Math.max(peakConnections, sockets.size);
    tcpSocket.on("close", () => sockets.delete(tcpSocket));
    tcpSocket.on("error", () => {});
    serveConnection(tcpSocket, security === "tls");
  };

  const serveConnection = (socket: net.Socket, isEncrypted: boolean, isGreeted = false) => {
    let [buffered, inBody, body, from, to] = ["", false, "", "", ""];
    let treatment: Treatment = { kind: "ok" };
    let queue = Promise.resolve();
    const send = (text: string) => void socket.write(`${text}\r\n`);
    /** Sends a reply, unless a failure is due at this stage. @returns false if another reply was sent */
    const answer = async (stage: Stage, normalReply: string): Promise<boolean> => {
      const failure = failures.find(({ at, times = 1 }) => at === stage && times > 0);
      if (!failure) return (normalReply && send(normalReply), true);
      failure.times = (failure.times ?? 1) - 1;
      if (failure.waitMs !== undefined) await Bun.sleep(failure.waitMs);
      if (failure.drop) return (socket.destroy(), false);
      if (failure.reply === undefined) return (normalReply && send(normalReply), true);
      send(failure.reply);
      if (failure.reply.startsWith("421")) socket.end();
      return false;
    };
    const listExtensions = () => {
      const names = [
        "club-test",
        "8BITMIME",
        ...(security === "starttls" && !isEncrypted ? ["STARTTLS"] : []),
        ...(login && (isEncrypted || security === "none") ? ["AUTH PLAIN LOGIN"] : []),
        ...(size === undefined ? [] : [`SIZE ${size}`]),
        ...(smtpUtf8 ? ["SMTPUTF8"] : []),
      ];
      return names.map((name, index) => `250${index < names.length - 1 ? "-" : " "}${name}`).join("\r\n");
    };
    const endBody = async () => {
      inBody = false;
      if (treatment.kind === "hang") return;
      const isAccepted = treatment.kind === "ok" || treatment.accepted === true;
      const failure = failures.find(({ at, times = 1 }) => at === "end" && times > 0);
      if (isAccepted && failure?.reply === undefined) {
        accepted.push({ to, source: from, raw: unstuffDots(body) });
        onMail(accepted.length - 1);
      }
      if (treatment.kind !== "ok") return void socket.destroy();
      await answer("end", `250 2.0.0 Ok: queued as m-${calls}`);
    };
    const handleCommand = async (line: string) => {
      commands.push(line);
      const verb = line.split(/[ :]/, 1)[0]?.toUpperCase();
      if (verb === "EHLO") await answer("ehlo", listExtensions());
      else if (verb === "HELO") await answer("ehlo", "250 club-test");
      else if (verb === "STARTTLS" && security === "starttls") {
        send("220 Go on");
        socket.removeAllListeners("data");
        serveConnection(new tls.TLSSocket(socket, { isServer: true, ...keys }), true, true);
      } else if (verb === "AUTH") {
        const [, , encoded = ""] = line.split(" ");
        const expectedLogin = Buffer.from(`\0${login?.username}\0${login?.password}`).toString("base64");
        await answer("auth", encoded === expectedLogin ? "235 2.7.0 Welcome" : "535 5.7.8 Authentication failed");
      } else if (verb === "MAIL") {
        from = /<(.*)>/.exec(line)?.[1] ?? "";
        await answer("mail", "250 2.1.0 Ok");
      } else if (verb === "RCPT") {
        to = /<(.*)>/.exec(line)?.[1] ?? "";
        treatment = treat(calls++, to);
        const refusal = treatment.kind === "error" ? refusalOf(treatment) : null;
        if (refusal === null) await answer("rcpt", "250 2.1.5 Ok");
        else {
          send(refusal);
          if (refusal.startsWith("421")) socket.end();
        }
      } else if (verb === "DATA") inBody = await answer("data", "354 End with a dot");
      else if (verb === "QUIT") {
        send("221 Bye");
        socket.end();
      } else send(verb === "RSET" ? "250 2.0.0 Ok" : "502 5.5.2 What?");
    };
    const read = async (text: string) => {
      buffered += text;
      for (;;) {
        const end = inBody ? buffered.indexOf("\r\n.\r\n") : buffered.indexOf("\r\n");
        if (inBody && !(await acceptsBody())) return;
        if (end < 0) return;
        const part = buffered.slice(0, end + (inBody ? 2 : 0));
        buffered = buffered.slice(end + (inBody ? 5 : 2));
        if (inBody) {
          body = part;
          await endBody();
        } else await handleCommand(part);
      }
    };
    const acceptsBody = async () => failures.every(({ at }) => at !== "body") || answer("body", "");
    socket.on("data", (bytes: Buffer) => {
      queue = queue.then(() => read(bytes.toString("latin1")));
    });
    socket.on("error", () => {});
    if (!isGreeted) void answer("greeting", "220 club-test ESMTP");
  };

  const server = security === "tls" ? tls.createServer(keys, serve) : net.createServer(serve);
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    environment: {
      ...smtpEnvironment(port),
      SMTP_SECURITY: security,
      ...(login && { SMTP_USERNAME: login.username, SMTP_PASSWORD: login.password }),
    },
    accepted,
    attempts: () => calls,
    treat: (handler: typeof treat) => {
      treat = handler;
      calls = 0;
    },
    watch: (handler: typeof onMail) => {
      onMail = handler;
    },
    says: {
      refused: (message: string) => `The mail server refused the address: “550 5.7.1 ${message}”`,
      wrongKey: /SMTP_USERNAME/,
      region: "localhost",
      broken: {
        environment: { SMTP_ADDRESS: "mail.invalid", SMTP_SECURITY: "tls" },
        error: /SMTP_ADDRESS/,
        log: "mail",
      },
    },
    fail: (...newFailures: SmtpFailure[]) => {
      failures = newFailures;
    },
    commands,
    /** The number of connections so far, the open ones, and the most at once. */
    lines: () => ({ all: lines, open: sockets.size, mostAtOnce: peakConnections }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  } satisfies MailService & Record<string, unknown>;
}

export function smtpEnvironment(port: number): Record<string, string> {
  return {
    SMTP_ADDRESS: "localhost",
    SMTP_PORT: String(port),
    SMTP_SECURITY: "none",
    EMAIL_FROM: "The Book Mouse <club@example.org>",
    PUBLIC_URL: "http://club.example.org",
  };
}

/** The reply that corresponds to SES's error; null if the error comes after the mail. */
function refusalOf({ status, code, message = "" }: Extract<Treatment, { kind: "error" }>): string | null {
  if (status === 403) return "530 5.7.0 Authentication required";
  if (code === "Throttling") return "421 4.7.0 Too fast";
  return status < 500 ? `550 5.7.1 ${message || "Refused"}` : null;
}

function unstuffDots(body: string): string {
  return body.replaceAll(/^\.\./gm, ".");
}
