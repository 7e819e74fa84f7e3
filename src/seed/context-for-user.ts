import { domainPermissions, forCaller, type Permission, type Session } from '#api/session.ts';
import { createLoaders, type RequestContext } from '#api/context.ts';

/** The context of another user in the same transaction, with the given permissions for the whole domain. */
export function contextForUser(
  tx: RequestContext,
  username: string,
  permissions: readonly Permission[] = [],
): RequestContext {
  const session: Session = {
    username,
    keyUid: undefined,
    groups: [],
    permissions: new Set(permissions),
    scopes: new Set(domainPermissions),
  };
  return { ...tx, session, db: forCaller(tx.db, session), loaders: createLoaders() };
}
