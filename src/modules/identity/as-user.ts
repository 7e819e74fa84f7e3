import type { RequestContext } from '#api/context.ts';

/** The context in which the audit log names a user as the author of a change. */
export const asUser = (tx: RequestContext, username: string): RequestContext => ({
  ...tx,
  session: { ...tx.session, username },
});
