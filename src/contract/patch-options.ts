/** Options of an object with the fields to change. */
export const PATCH_OPTIONS = {
  minProperties: 1,
  additionalProperties: false,
  error: "Send at least one field to change, and only known ones",
} as const;
