/** A schedule in a version. The creator is left out, so that a restored schedule cannot publish with another user's rights. */
export interface CapturedSchedule {
  readonly uid: string;
  readonly cronSchedule: string;
  readonly createdAt: string;
}
