import { AppError } from "#server/errors.ts";

/**
 * Mail scanners open links, press buttons and submit forms, so what an email's link takes away needs `confirm`, which
 * its page sends from a second step (BEYOND 14). @param lost what there is now; empty when nothing is taken away
 * @throws AppError 'conflict'
 */
export function requireSecondStep(lost: string, confirm = false): void {
  if (lost === "" || confirm) return;
  throw new AppError("conflict", `${lost} To change that, confirm it: reload this page if it doesn't ask you to.`, {
    errors: [{ path: "/confirm", message: lost }],
  });
}
