import type { ParseError, ValidationError } from "elysia";

import { HTTP_STATUS } from "#contract/error-codes.ts";
import { type ErrorBody, findErrorMessage } from "#contract/errors.ts";
import { errorCode, isDiskFull, isSqliteError, isStorageError } from "#db/errors.ts";
import { describeError, type Log } from "#server/adapters/log.ts";
import { redactAddresses } from "#server/adapters/mail-service.ts";
import { AppError } from "#server/errors.ts";

const UNUSABLE_STORAGE =
  "The server can't use its storage, so nothing was saved. Please tell the person who runs the server.";

/** Converts an error to a response without internals (DESIGN 2), and logs 5xx. */
export function errorResponse(error: unknown, log: Log): Response {
  const appError = toAppError(error);
  if (HTTP_STATUS[appError.code] >= 500)
    log.error("request failed", { code: appError.code, error: redactAddresses(describeError(error)) });
  // a JSON pointer to the whole body
  const bodyError = appError.code === "invalid" ? [{ path: "", message: appError.message }] : undefined;
  const errors = appError.details.errors ?? bodyError;
  const body: ErrorBody = { message: appError.message, ...(errors && { errors }), ...appError.details.state };
  const headers = new Headers();
  if (appError.details.retryAfter !== undefined) headers.set("retry-after", String(appError.details.retryAfter));
  return Response.json(body, { status: HTTP_STATUS[appError.code], headers });
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // Elysia wraps errors of parse hooks, which include guards
  if (isParseError(error))
    return error.cause instanceof AppError || isSqliteError(error.cause, "SQLITE_")
      ? toAppError(error.cause)
      : new AppError("malformed", "The request couldn't be read.");
  if (isValidationError(error)) return fromValidation(error);
  if (errorCode(error) === "NOT_FOUND") return new AppError("not-found", "Nothing here.");
  if (isDiskFull(error))
    return new AppError("disk-full", "The club's disk is full: nothing was saved. Please tell an admin.");
  if (errorCode(error) === "EFBIG")
    return new AppError("disk-full", "The server's disk can't store a file of this size: nothing was saved.");
  if (isStorageError(error)) return new AppError("internal", UNUSABLE_STORAGE);
  if (isSqliteError(error, "SQLITE_BUSY", "SQLITE_LOCKED"))
    return new AppError("busy", "The club is busy. Please try again.", { retryAfter: 5 });
  return new AppError("internal", "Something went wrong on our side. Please try again.");
}

// importing the classes would load all of Elysia at startup
function isParseError(error: unknown): error is ParseError {
  return errorCode(error) === "PARSE";
}

function isValidationError(error: unknown): error is ValidationError {
  return errorCode(error) === "VALIDATION" && error instanceof Error && "validator" in error;
}

function fromValidation(error: ValidationError): AppError {
  if (error.type === "response") return new AppError("internal", "Something went wrong on our side. Please try again.");
  if (error.type === "params") return new AppError("not-found", "Nothing here.");
  const errors = fieldErrors(error);
  return new AppError("invalid", errors[0]?.message ?? "Some of what was sent is not valid.", { errors });
}

/** A list of 80,000 invalid items would create a response of 5 MB. */
const FIELDS_MAX = 100;

function fieldErrors(error: ValidationError): { path: string; message: string }[] {
  const messageByPath = new Map<string, string>();
  if (!("Errors" in error.validator)) return [];
  for (const { path, schema, value } of error.validator.Errors(error.value)) {
    const plainMessage = path === "" ? "Send a JSON object." : `${path.slice(1)} is missing or not valid.`;
    if (!messageByPath.has(path)) messageByPath.set(path, findErrorMessage(schema, value) ?? plainMessage);
    if (messageByPath.size === FIELDS_MAX) break;
  }
  return [...messageByPath].map(([path, message]) => ({ path, message }));
}
