/** 401 without a session; by it the web tells the club's refusal from a login proxy's. */
export const SIGNED_OUT = "You are not signed in.";

/** 409 for a call whose author is another member than the session's; by it the web tells that from other conflicts. */
export const OTHER_MEMBER = "Somebody else is signed in now.";
