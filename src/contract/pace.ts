/** Code points a minute: 250 words of six each (BEYOND 9). */
export const USUAL_PACE = 1500;
