/** The header of what somebody else wrote: browsers run nothing in it. */
export const inert = Object.freeze({ 'content-security-policy': "sandbox; default-src 'none'" });
