// messages by which the web tells a refusal from others with its status

/** 401 without a session. */
export const SIGNED_OUT = "You are not signed in.";

/** 409 for a call whose author is another member than the session's. */
export const OTHER_MEMBER = "Somebody else is signed in now.";
