import { ApiError, serverMessage } from "#web/api/client.ts";

/**
 * What failed, in the words of SPEC 8: the server's sentence, else '{what} failed with status {n}'.
 * Without an answer (offline) it is '', and the toast's own fallback is shown.
 */
export function failure(what: "Login" | "Registration", error: unknown): string {
  if (!(error instanceof ApiError)) return "";
  return serverMessage(error) ?? `${what} failed with status ${error.status}`;
}

/** Text of the toast 'Login failed'. A 401 says the same for an unknown name and a wrong password. */
export function loginFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 401) return "Invalid username or password";
  return failure("Login", error) || "Please check your credentials";
}

/** Text of the toast 'Registration failed'. */
export function registrationFailure(error: unknown): string {
  return failure("Registration", error) || "Please check your details";
}
