import { domainPermissions, type Permission } from '../../../api/permissions.ts';
import type { Session } from '../../../api/session.ts';

/** The first right that a key with these permissions allows and the key in use does not; null permissions are all rights. */
export const exceededScope = ({ scopes }: Session, permissions: readonly Permission[] | null): Permission | undefined =>
  (permissions ?? domainPermissions).find((permission) => !scopes.has(permission));
