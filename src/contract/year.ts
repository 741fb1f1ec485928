/** The years that are accepted, as part of a pattern: 1000 to 2200. Later ones leave no room for dates made of them. */
export const YEAR = String.raw`(?:1\d{3}|2[01]\d\d|2200)`;

/** yyyy-MM */
export const MONTH = new RegExp(`^${YEAR}-(?:0[1-9]|1[0-2])$`, "u");
