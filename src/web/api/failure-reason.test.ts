import { describe, expect, test } from "bun:test";

import { ApiError } from "./client.ts";
import { formatCallFailure, SERVER_ERROR_MESSAGE } from "./failure-reason.ts";

describe("the text of a failed call", () => {
  test("is the server's message", () => {
    expect(formatCallFailure(new ApiError(409, '{"message":"It was taken."}', "Conflict"))).toBe("It was taken.");
  });

  test.each([403, 502])("blames the server for a %i without a message", (status) => {
    expect(formatCallFailure(new ApiError(status, "<h1>Nginx</h1>", "", false))).toBe(SERVER_ERROR_MESSAGE);
  });

  test("names a proxy's limit for files", () => {
    expect(formatCallFailure(new ApiError(413, "<h1>nginx</h1>", "", false))).toContain("A proxy in front of the club");
    expect(formatCallFailure(new ApiError(413, '{"message":"At most 30 MB."}', ""))).toBe("At most 30 MB.");
  });

  test("mentions the connection only without a response", () => {
    expect(formatCallFailure(new TypeError("Failed to fetch"))).toContain("Check your connection");
  });
});
