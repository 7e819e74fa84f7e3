import type { RequestContext } from '../context.ts';
import { forCaller } from '../session.ts';

/** The uid of the object that a request has changed last. Apollo copies the context of a request, but not its admission. */
const changedUids = new WeakMap<RequestContext['admission'], string>();

/** Lets the payload of a change show the object: the caller has proven the right to read it under the lock, and may have lost it since. */
export const keepRightsOfChange = ({ admission }: RequestContext, uid: string): void => {
  changedUids.set(admission, uid);
};

/** Lets the payload of a change show only what the caller may read afterwards: the change itself may have removed rights of the caller. */
export const endRightsOfChange = ({ admission }: RequestContext): void => {
  changedUids.delete(admission);
};

/** The context in which the rows of a payload are read: with the rights of the change. */
export function contextOfPayload(ctx: RequestContext): RequestContext {
  const changedUid = changedUids.get(ctx.admission);
  if (changedUid === undefined) return ctx;
  const session = { ...ctx.session, changedUid };
  return { ...ctx, session, db: forCaller(ctx.db, session) };
}
