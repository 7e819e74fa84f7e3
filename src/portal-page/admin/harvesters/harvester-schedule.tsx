import { useState } from 'preact/hooks';
import { useAdmin } from '../admin-context.ts';
import { TimesInput } from '../dataset/schedules/times-input.tsx';
import type { Confirmation } from '../editing/confirm-dialog.tsx';
import {
  AdminCreateHarvesterScheduleDocument,
  AdminDeleteHarvesterScheduleDocument,
  AdminUpdateHarvesterScheduleDocument,
  type OneHarvesterFragment,
} from '../generated/operations.ts';

/** When a harvester starts by itself: one schedule, or none. */
export function HarvesterSchedule({
  harvester,
  confirm,
}: {
  readonly harvester: OneHarvesterFragment;
  readonly confirm: (confirmation: Confirmation) => void;
}) {
  const { t, dateTime } = useAdmin().texts;
  const [saved] = harvester.schedules.nodes;
  const [cron, setCron] = useState(saved?.cronSchedule ?? '0 3 * * *');
  const [timezone, setTimezone] = useState(
    saved?.timezone ?? new Intl.DateTimeFormat(undefined).resolvedOptions().timeZone,
  );
  const isSame = saved?.cronSchedule === cron && saved.timezone === timezone;
  const show = (): void => {
    const times = { harvesterUid: harvester.uid, cronSchedule: cron, timezone };
    confirm({
      title: t('applyTitle'),
      changes: [
        {
          kind: saved ? 'changed' : 'added',
          path: [t('schedules')],
          before: saved ? `${saved.cronSchedule} ${saved.timezone}` : null,
          after: `${cron} ${timezone}`,
        },
      ],
      label: t('apply'),
      step: saved
        ? { document: AdminUpdateHarvesterScheduleDocument, variables: { input: { ...times, uid: saved.uid } } }
        : { document: AdminCreateHarvesterScheduleDocument, variables: { input: times } },
    });
  };
  return (
    <section class="panel" aria-labelledby="harvester-schedule-title">
      <h2 id="harvester-schedule-title">{t('harvesterSchedule')}</h2>
      <p class="quiet">{saved ? t('nextRun', { time: dateTime(saved.nextRunAt) }) : t('harvesterByHand')}</p>
      <TimesInput id="harvester-schedule" cron={cron} messages={[]} set={setCron} />
      <p class="question">
        <label for="harvester-timezone">{t('timezone')}</label>
        <input
          id="harvester-timezone"
          list="timezones"
          maxLength={100}
          spellcheck={false}
          value={timezone}
          onInput={({ currentTarget }) => setTimezone(currentTarget.value)}
        />
        <datalist id="timezones">
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </p>
      <div class="buttons">
        <button type="button" aria-haspopup="dialog" disabled={isSame} onClick={show}>
          {t('showChanges')}
        </button>
        {saved && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() =>
              confirm({
                title: t('removeItem', { label: saved.cronSchedule }),
                effect: t('harvesterByHand'),
                label: t('remove'),
                isDanger: true,
                step: {
                  document: AdminDeleteHarvesterScheduleDocument,
                  variables: { input: { harvesterUid: harvester.uid, uid: saved.uid } },
                },
              })
            }
          >
            {t('remove')}
          </button>
        )}
      </div>
    </section>
  );
}
