/** A schedule as versions keep it. Its creator is none of it, so that no content can lend somebody else's rights. */
export interface CapturedSchedule {
  readonly uid: string;
  readonly cronSchedule: string;
  readonly createdAt: string;
}
