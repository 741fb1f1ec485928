import { describe, expect, test } from "bun:test";

import { type AuditEntry, type AuditEventType, SUBJECT_IS_PERSON } from "#contract/audit.ts";
import { expectErrors } from "#tests/support/logged-errors.ts";

import { formatAuditEvent } from "./format-audit-event.ts";

const text = (kind: AuditEventType, subject: string, actor = "Ada") =>
  formatAuditEvent({ kind, subject, actor } as AuditEntry);

describe("an act", () => {
  test("is a sentence, whatever its kind", () => {
    // one subject for all of them
    expectErrors(/^Not a date or time: 2026-05/);
    const kinds = Object.keys(SUBJECT_IS_PERSON) as AuditEventType[];
    expect(kinds.length).toBeGreaterThan(40);
    expect(kinds.filter((kind) => !/^[a-z]+ [^-].*/.test(text(kind, "2026-05")))).toEqual([]);
    expect(kinds.filter((kind) => text(kind, "2026-05").includes("undefined"))).toEqual([]);
  });

  test("without its own sentence names what was changed or deleted", () => {
    expect(text("wine-changed", "Rioja")).toBe("changed the wine 'Rioja'");
    expect(text("nomination-removed", "Emma")).toBe("deleted the nomination 'Emma'");
  });

  test("of your own turn as host doesn't name you twice", () => {
    expect(text("host-named", "Ben")).toBe("made Ben the host of a meeting");
    expect(text("host-named", "Ben", "Ben")).toBe("took a turn as host");
    expect(text("host-ended", "Ben", "Ben")).toBe("gave up a turn as host");
  });
});
