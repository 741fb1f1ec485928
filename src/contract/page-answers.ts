// A member's page comes with the answers that it shows first, by the address of their calls (decision 0033).

/** Of the element with the answers. Browsers don't execute its type, so the policy needs no hash. */
export const ANSWERS_ID = "answers";

/** The whole element. Its text has no `<`. */
export const ANSWERS_ELEMENT = /<script type="application\/json" id="answers">([^<]*)<\/script>/;

/** `at`: when the answer came in an earlier visit, in milliseconds since 1970; without one it came with this page. */
export type PageAnswers = Record<string, { body: unknown; at?: number }>;

/** @param answers JSON of `PageAnswers` */
export const answersElement = (answers: string): string =>
  // in JSON, < is in strings only
  `<script type="application/json" id="${ANSWERS_ID}">${answers.replaceAll("<", String.raw`\u003c`)}</script>`;
