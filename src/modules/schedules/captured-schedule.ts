/** A schedule in a version. The creator is left out, so that restoring a version cannot lend another user's rights. */
export interface CapturedSchedule {
  readonly uid: string;
  readonly cronSchedule: string;
  readonly createdAt: string;
}
