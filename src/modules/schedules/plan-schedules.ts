import { type IdentityKey, matchParts } from '#api/match-parts.ts';
import { newUid } from '#kernel/ids.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { defineApplyField } from '#datasets/index.ts';
import type { CapturedSchedule } from './captured-schedule.ts';
import { parseCronSchedule } from './cron/cron-schedule.rules.ts';
import { DesiredScheduleInput } from './schedule.inputs.ts';

/** Plans the schedules that an input describes, sorted by creation. An input without a uid is matched to a schedule with the same times. */
export const planSchedules = defineApplyField<readonly DesiredScheduleInput[], readonly CapturedSchedule[]>({
  name: 'schedules',
  type: () => [DesiredScheduleInput],
  description: 'All its schedules, in any order.',
  plan: async ({ app }, input, { current }) => {
    const desired = await checkBefore(
      () =>
        mapCollectingErrors(
          input ?? [],
          (index) => `schedules.${index}`,
          ({ uid, cronSchedule }) => ({ uid, cronSchedule: parseCronSchedule(cronSchedule) }),
        ),
      () => matchParts('schedules', current, input ?? [], []),
    );
    const matched = matchParts('schedules', current, desired, [timesOf]);
    const now = app.clock.now().getTime();
    const schedules = desired.map(({ cronSchedule }, index) => ({
      uid: newUid('schedule'),
      // each new schedule of the list is created a millisecond later, so that sorting by creation keeps the order of the list
      createdAt: new Date(now + index).toISOString(),
      ...matched[index],
      cronSchedule,
    }));
    return { snapshot: schedules.toSorted(byCreation) };
  },
});

const timesOf: IdentityKey<Pick<CapturedSchedule, 'cronSchedule'>> = ({ cronSchedule }) => cronSchedule;

const byCreation = (one: CapturedSchedule, other: CapturedSchedule): number =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.uid < other.uid ? -1 : 1);
