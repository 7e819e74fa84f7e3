import { requirePermission, type Session } from '#api/session.ts';

/** Whether the caller may read and moderate submissions. */
export const isModerator = (session: Session): boolean => session.permissions.has('moderate_form');

/** Fails UNAUTHORIZED without a key, PERMISSION_DENIED without `moderate_form`. */
export const requireModerator = (session: Session): void => {
  requirePermission(session, 'moderate_form');
};
