import { expect, test } from "bun:test";

import { readConfig } from "#server/config.ts";
import { startSmtpServer } from "#tests/support/smtp-server.ts";

import { createMailer } from "./mailer.ts";

test("greets a mail server by name or by an RFC 5321 address", async () => {
  const smtp = await startSmtpServer();
  for (const [hostname, greeting] of [
    ["club.example.org", "club.example.org"],
    ["club.example.org.", "club.example.org"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["192.168.1.5", "[192.168.1.5]"],
    ["[2001:db8::5]", "[IPv6:2001:db8::5]"],
    ["[::ffff:192.168.1.5]", "[IPv6:::ffff:192.168.1.5]"],
  ] as const) {
    smtp.commands.length = 0;
    await createMailer(readConfig(smtp.environment).email, hostname).quota();
    expect(smtp.commands).toContain(`EHLO ${greeting}`);
  }
  // a strict server rejects these, so the machine's name is sent, which it may reject as well
  for (const hostname of ["localhost", "club", "my_club.example.org", "-x.example.org", "x-.example.org", null])
    for (const [machine, greeting] of [
      ["nas.example.org", "nas.example.org"],
      ["my_nas.lan", "[127.0.0.1]"],
      ["nas", "[127.0.0.1]"],
      ["", "[127.0.0.1]"],
      [`${"x".repeat(64)}.lan`, "[127.0.0.1]"],
    ] as const) {
      smtp.commands.length = 0;
      await createMailer(readConfig(smtp.environment).email, hostname, machine).quota();
      expect([hostname, ...smtp.commands]).toContain(`EHLO ${greeting}`);
    }
  smtp.close();
});
