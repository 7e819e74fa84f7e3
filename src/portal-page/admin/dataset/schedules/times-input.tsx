import { useAdmin } from '#portal-page/admin/admin-context.ts';
import { changedRhythm, cronOf, type Rhythm, rhythmOf } from './cron.ts';

const rhythms = ['hour', 'day', 'week', 'month'] as const;

/** The times of a schedule: a rhythm, or five fields of cron. */
export function TimesInput({
  id,
  cron,
  messages,
  set,
}: {
  readonly id: string;
  readonly cron: string;
  readonly messages: readonly string[];
  readonly set: (cron: string) => void;
}) {
  const { t } = useAdmin().texts;
  const rhythm = rhythmOf(cron);
  return (
    <div class="field-form">
      <p class="question">
        <label for={`${id}-every`}>{t('every')}</label>
        <select
          id={`${id}-every`}
          value={rhythm?.every ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const every = rhythms.find((each) => each === value);
            if (every) set(cronOf(changedRhythm(every, rhythm)));
          }}
        >
          {rhythms.map((each) => (
            <option key={each} value={each} selected={each === rhythm?.every}>
              {t(`everyUnits.${each}`)}
            </option>
          ))}
          <option value="" selected={!rhythm}>
            {t('ownTimes')}
          </option>
        </select>
      </p>
      {rhythm?.every === 'week' && (
        <p class="question">
          <label for={`${id}-weekday`}>{t('weekday')}</label>
          <select
            id={`${id}-weekday`}
            value={String(rhythm.weekday)}
            onChange={({ currentTarget }) => set(cronOf({ ...rhythm, weekday: Number(currentTarget.value) }))}
          >
            {[1, 2, 3, 4, 5, 6, 0].map((day) => (
              <option key={day} value={String(day)} selected={day === rhythm.weekday}>
                {nameOfWeekday(day)}
              </option>
            ))}
          </select>
        </p>
      )}
      {rhythm?.every === 'month' && (
        <p class="question">
          <label for={`${id}-day`}>{t('dayOfMonth')}</label>
          <input
            id={`${id}-day`}
            type="number"
            min={1}
            max={31}
            value={rhythm.day}
            onChange={({ currentTarget }) => set(cronOf({ ...rhythm, day: Number(currentTarget.value) }))}
          />
        </p>
      )}
      {rhythm && <TimeInput id={id} rhythm={rhythm} set={set} />}
      <p class="question">
        <label for={`${id}-cron`}>{t('cronTimes')}</label>
        <input
          id={`${id}-cron`}
          spellcheck={false}
          maxLength={200}
          value={cron}
          aria-invalid={messages.length > 0}
          aria-describedby={`${id}-notes`}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
        <span class="help" id={`${id}-notes`}>
          {t('cronHint')}
          {messages.map((message) => (
            <strong class="error" role="alert">
              {' '}
              {message}
            </strong>
          ))}
        </span>
      </p>
    </div>
  );
}

function TimeInput({
  id,
  rhythm,
  set,
}: {
  readonly id: string;
  readonly rhythm: Rhythm;
  readonly set: (cron: string) => void;
}) {
  const { t } = useAdmin().texts;
  if (rhythm.every === 'hour')
    return (
      <p class="question">
        <label for={`${id}-minute`}>{t('atMinute')}</label>
        <input
          id={`${id}-minute`}
          type="number"
          min={0}
          max={59}
          value={rhythm.minute}
          onChange={({ currentTarget }) => set(cronOf({ ...rhythm, minute: Number(currentTarget.value) }))}
        />
      </p>
    );
  const two = (value: number): string => String(value).padStart(2, '0');
  return (
    <p class="question">
      <label for={`${id}-time`}>{t('atTime')}</label>
      <input
        id={`${id}-time`}
        type="time"
        value={`${two(rhythm.hour)}:${two(rhythm.minute)}`}
        onChange={({ currentTarget: { value } }) => {
          const [hour, minute] = value.split(':').map(Number);
          if (hour !== undefined && minute !== undefined) set(cronOf({ ...rhythm, hour, minute }));
        }}
      />
    </p>
  );
}

/** The name of a day of the week, which begins with Sunday as 0. */
const nameOfWeekday = (day: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2023, 0, 1 + day)),
  );
