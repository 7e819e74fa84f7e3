import { requirePermission, type Session } from '../../../api/session.ts';

/** Goes on only with `administer`; fails UNAUTHORIZED without a key, PERMISSION_DENIED with a lesser one. */
export function requireAdministrator<T>(session: Session, next: () => T): T {
  requirePermission(session, 'administer');
  return next();
}
