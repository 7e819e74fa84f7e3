/** The headers of what somebody else wrote: browsers take it for what it is said to be, and run nothing in it. */
export const inert = Object.freeze({ 'x-content-type-options': 'nosniff', 'content-security-policy': "sandbox; default-src 'none'" });
