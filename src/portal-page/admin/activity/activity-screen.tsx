import { useQuery } from '@urql/preact';
import { useAdmin } from '../admin-context.ts';
import { FilterChoice, FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
import { changes, chosenIn, startOfPeriod } from '../datasets/list-filter.ts';
import { AdminActivityDocument, type AuditedType } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';

/** Who changed what in the catalog, the latest first. */
export const activityScreen: Screen = { title: 'activity', Body: ActivityScreen, rights: ['administer'] };

const pageSize = 50;

/** What the audit log is about; the first is that of an address without one. */
const objectTypes = [
  '',
  'ApiKey',
  'Asset',
  'Dataset',
  'DatasourceConnection',
  'Form',
  'GlossaryTerm',
  'Group',
  'Harvester',
  'IdentityProvider',
  'Job',
  'MetadataTemplate',
  'Page',
  'PortalSettings',
  'Submission',
  'ThemeImage',
  'User',
] as const satisfies readonly (AuditedType | '')[];

function ActivityScreen({ parameters }: ScreenProps) {
  const { t, dateTime, number } = useAdmin().texts;
  const textOf = (name: string): string => parameters.get(name)?.trim() ?? '';
  const [action, username] = [textOf('action'), textOf('who')];
  const objectType = chosenIn(parameters, 'type', objectTypes);
  const changed = chosenIn(parameters, 'changed', changes);
  const [{ data, ...reading }] = useQuery({
    query: AdminActivityDocument,
    variables: {
      filter: {
        ...(action !== '' && { action }),
        ...(username !== '' && { username }),
        ...(objectType !== '' && { objectType }),
        ...(changed !== '' && { occurredAt: { from: startOfPeriod(Date.now(), changed) } }),
      },
      orderBy: [{ field: 'OCCURRED_AT', direction: 'DESC' }],
      ...windowOf(parameters, pageSize),
    },
    requestPolicy: 'cache-and-network',
  });
  return (
    <>
      <h1 tabIndex={-1}>{t('activity')}</h1>
      <p class="quiet">{t('activityHint')}</p>
      <FilterForm names={['who', 'action', 'type', 'changed']}>
        <FilterText name="who" label={t('who')} value={username} />
        <FilterText name="action" label={t('action')} value={action} />
        <FilterChoice
          name="type"
          label={t('about')}
          value={objectType}
          choices={objectTypes.map((each) => [each, each === '' ? t('allStates') : each])}
        />
        <FilterChoice
          name="changed"
          label={t('when')}
          value={changed}
          choices={changes.map((each) => [each, t(each === '' ? 'anyTime' : `changes.${each}`)])}
        />
      </FilterForm>
      <CursorList
        label={t('activity')}
        heading={data?.auditEntries && t('entryCount', { count: data.auditEntries.totalCount })}
        reading={reading}
        list={data?.auditEntries}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          { title: 'when', cell: ({ occurredAt }) => dateTime(occurredAt) },
          { title: 'who', cell: (entry) => <bdi>{entry.username}</bdi> },
          { title: 'action', isRowHeader: true, cell: (entry) => <code>{entry.action}</code> },
          {
            title: 'about',
            cell: (entry) => (
              <>
                {entry.objectType} <code class="quiet">{entry.objectKey}</code>
              </>
            ),
          },
          {
            title: 'changed',
            cell: ({ fields }) =>
              fields.slice(0, maxFields).join(', ') +
              (fields.length > maxFields ? ` +${number(fields.length - maxFields)}` : ''),
          },
        ]}
      />
    </>
  );
}

/** The fields of an entry that are shown. */
const maxFields = 8;
