import { ApiError, isSignedOut, serverMessage } from "#web/api/client.ts";

/** The server's message, otherwise '{what} failed with status {n}' (SPEC 8); '' for the toast's fallback. */
function failure(action: "Login" | "Registration", error: unknown): string {
  if (!(error instanceof ApiError)) return "";
  return serverMessage(error) ?? `${action} failed with status ${error.status}`;
}

/** A 401 has the same message for an unknown name and a wrong password. */
export function loginFailure(error: unknown): string {
  if (isSignedOut(error)) return "Invalid username or password";
  return failure("Login", error) || "Please check your credentials";
}

export function registrationFailure(error: unknown): string {
  return failure("Registration", error) || "Please check your details";
}
