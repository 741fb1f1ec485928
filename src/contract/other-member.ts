/** 409 for a call whose author is another member than the session's; by it the web tells that from other conflicts. */
export const OTHER_MEMBER = "Somebody else is signed in now.";
