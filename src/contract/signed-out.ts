/** 401 without a session; by it the web tells the club's refusal from a login proxy's. */
export const SIGNED_OUT = "You are not signed in.";
