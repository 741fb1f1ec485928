import { describe, expect, test } from "bun:test";

import { type AuditEntry, type AuditEventType, SUBJECT_IS_PERSON } from "#contract/audit.ts";
import { expectErrors } from "#tests/support/logged-errors.ts";

import { formatActor, formatAuditEvent } from "./format-audit-event.ts";

const formatEvent = (kind: AuditEventType, subject: string, entry: Partial<AuditEntry> = {}) =>
  formatAuditEvent({ kind, subject, ...UNKNOWN, ...entry } as AuditEntry);

const UNKNOWN = { actor: "Ada", actorId: null, actorUsername: null, subjectId: null, subjectUsername: null };

describe("an audit event", () => {
  test("is shown as a sentence, whatever its type", () => {
    // one subject for all of them
    expectErrors(/^Not a date or time: 2026-05/);
    const kinds = Object.keys(SUBJECT_IS_PERSON) as AuditEventType[];
    expect(kinds.length).toBeGreaterThan(40);
    expect(kinds.filter((kind) => !/^[a-z]+ [^-].*/.test(formatEvent(kind, "2026-05")))).toEqual([]);
    expect(kinds.filter((kind) => formatEvent(kind, "2026-05").includes("undefined"))).toEqual([]);
  });

  test("of any other call names what was changed or deleted", () => {
    expect(formatEvent("wine-changed", "Rioja")).toBe("changed the wine 'Rioja'");
    expect(formatEvent("nomination-removed", "Emma")).toBe("deleted the nomination 'Emma'");
  });

  test("about hosting yourself doesn't name you twice", () => {
    expect(formatEvent("host-named", "Ben")).toBe("made Ben the host of a meeting");
    const ben = { actor: "Ben", actorId: 2, actorUsername: "ben", subjectId: 2, subjectUsername: "ben" };
    expect(formatEvent("host-named", "Ben", ben)).toBe("took a turn as host");
    expect(formatEvent("host-ended", "Ben", ben)).toBe("gave up a turn as host");
    // from before ids were stored
    expect(formatEvent("host-named", "Ben", { actor: "Ben" })).toBe("took a turn as host");
  });

  test("tells members of the same name apart", () => {
    const ann = { actor: "Ann", actorId: 1, actorUsername: "ann", subjectId: 2, subjectUsername: "ann2" };
    expect(formatEvent("host-named", "Ann", ann)).toBe("made Ann (ann2) the host of a meeting");
    expect(formatEvent("host-ended", "Ann", ann)).toBe("ended the turn of Ann (ann2) as host");
    expect(formatEvent("user-deleted", "Ann", { ...ann, subjectUsername: null })).toBe(
      "deleted the user Ann (member 2)",
    );
    expect(formatActor({ ...ann, actorUsername: null } as AuditEntry)).toBe("Ann (member 1)");
  });
});
