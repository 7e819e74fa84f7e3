import { useQuery } from '@urql/preact';
import { useEffect } from 'preact/hooks';
import { isRecord } from '#portal-page/json.ts';
import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { ErrorNote, Working } from '#portal-page/admin/admin-parts.tsx';
import { AdminSchedulesDocument, type AdminSchedulesQuery } from '#portal-page/admin/generated/operations.ts';
import { isSame } from '../draft.ts';
import { usePartDraft } from '../part-draft.ts';
import { PartForm, refusalsAt } from '../part-form.tsx';
import type { TabProps } from '../tab.ts';
import { TimesInput } from './times-input.tsx';

/** A schedule of a list that is edited. */
interface EditedSchedule {
  readonly key: string;
  readonly uid?: string;
  readonly cronSchedule: string;
  readonly isPaused: boolean;
}

/** When the sources of a dataset are read again. */
export function SchedulesTab({ dataset }: TabProps) {
  const { uid, revision } = dataset;
  const { t } = useAdmin().texts;
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: AdminSchedulesDocument,
    variables: { uid },
    requestPolicy: 'cache-and-network',
  });
  useEffect(() => {
    readAgain({ requestPolicy: 'network-only' });
  }, [revision]);
  const found = data?.dataset;
  if (!found)
    return (
      <>
        <ErrorNote error={error} />
        <Working label={fetching ? t('reading') : undefined} />
      </>
    );
  return (
    <SchedulesForm
      dataset={dataset}
      nodes={found.schedules.nodes}
      readAgain={() => {
        readAgain({ requestPolicy: 'network-only' });
      }}
    />
  );
}

function SchedulesForm({
  dataset,
  nodes,
  readAgain,
}: Pick<TabProps, 'dataset'> & {
  readonly nodes: NonNullable<AdminSchedulesQuery['dataset']>['schedules']['nodes'];
  readonly readAgain: () => void;
}) {
  const { t, dateTime } = useAdmin().texts;
  const saved: readonly EditedSchedule[] = nodes.map(({ uid, cronSchedule, isPaused }) => ({
    key: uid,
    uid,
    cronSchedule,
    isPaused,
  }));
  const draft = usePartDraft(dataset.uid, 'schedules', saved, readSchedules);
  const schedules = draft.value ?? saved;
  const set = (changed: readonly EditedSchedule[]): void => draft.set(isSame(changed, saved) ? undefined : changed);
  const keys = new Set(schedules.map(({ key }) => key));
  const changes =
    schedules.filter((schedule) => !saved.some((each) => isSame(each, schedule))).length +
    saved.filter(({ key }) => !keys.has(key)).length;
  return (
    <PartForm
      dataset={dataset}
      draft={draft}
      count={changes}
      inputOf={() => ({
        mode: 'REPLACE',
        schedules: schedules.map(({ uid, cronSchedule, isPaused }) => ({
          ...(uid !== undefined && { uid }),
          cronSchedule,
          isPaused,
        })),
      })}
      onSaved={readAgain}
    >
      {(refusals) => (
        <>
          <p class="quiet">{t('schedulesHint')}</p>
          {schedules.length === 0 && <p>{t('noSchedules')}</p>}
          <ul class="sortable rulesets">
            {schedules.map((schedule, index) => {
              const { key, cronSchedule, isPaused } = schedule;
              const node = nodes.find(({ uid }) => uid === schedule.uid);
              const isSaved = saved.some((each) => isSame(each, schedule));
              return (
                <li key={key} class={isSaved ? undefined : 'entered'}>
                  <fieldset>
                    <legend class="visually-hidden">{t('scheduleOf', { times: cronSchedule })}</legend>
                    <TimesInput
                      id={`schedule-${key}`}
                      cron={cronSchedule}
                      messages={refusalsAt(refusals, `schedules.${index}`)}
                      set={(cron) => set(schedules.with(index, { ...schedule, cronSchedule: cron }))}
                    />
                    <label class="check">
                      <input
                        type="checkbox"
                        checked={isPaused}
                        onChange={({ currentTarget }) =>
                          set(schedules.with(index, { ...schedule, isPaused: currentTarget.checked }))
                        }
                      />
                      <span>{t('isPaused')}</span>
                    </label>
                    {isPaused && <p class="quiet">{t('pausedHint')}</p>}
                    {node && isSaved && !isPaused && (
                      <p class="quiet">
                        {node.nextRunAt === null ? t('noNextRun') : t('nextRun', { time: dateTime(node.nextRunAt) })}
                      </p>
                    )}
                  </fieldset>
                  <button
                    type="button"
                    aria-label={t('removeItem', { label: cronSchedule })}
                    onClick={() => set(schedules.toSpliced(index, 1))}
                  >
                    {t('remove')}
                  </button>
                </li>
              );
            })}
          </ul>
          <div class="buttons">
            <button
              type="button"
              onClick={() => {
                const number = schedules.map((_each, index) => `new-${index}`).find((each) => !keys.has(each));
                set([
                  ...schedules,
                  { key: number ?? `new-${schedules.length}`, cronSchedule: '0 3 * * *', isPaused: false },
                ]);
              }}
            >
              {t('addSchedule')}
            </button>
          </div>
        </>
      )}
    </PartForm>
  );
}

/** Schedules as the browser kept them; undefined for anything else. */
function readSchedules(kept: unknown): readonly EditedSchedule[] | undefined {
  if (!Array.isArray(kept)) return undefined;
  return kept.flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const { key, uid, cronSchedule } = each;
    if (typeof key !== 'string' || typeof cronSchedule !== 'string') return [];
    const isPaused = each['isPaused'] === true;
    return [{ key, ...(typeof uid === 'string' && { uid }), cronSchedule, isPaused }];
  });
}
