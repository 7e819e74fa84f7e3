import { useQuery } from '@urql/preact';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, ErrorNote, FilterChoice, FilterForm, FilterText, windowOf, Working } from '../admin-parts.tsx';
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
  const [{ data, error, fetching }] = useQuery({
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
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data?.auditEntries && (
        <>
          <h2 tabIndex={-1}>{t('entryCount', { count: data.auditEntries.totalCount })}</h2>
          {data.auditEntries.nodes.length > 0 && (
            <ScrollBox label={t('activity')}>
              <table class="list">
                <thead>
                  <tr>
                    {(['when', 'who', 'action', 'about', 'changed'] as const).map((name) => (
                      <th scope="col" key={name}>
                        {t(name)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.auditEntries.nodes.map((entry) => (
                    <tr key={entry.uid}>
                      <td data-label={t('when')}>{dateTime(entry.occurredAt)}</td>
                      <td data-label={t('who')} dir="auto">
                        {entry.username}
                      </td>
                      <th scope="row">
                        <code>{entry.action}</code>
                      </th>
                      <td data-label={t('about')}>
                        {entry.objectType} <code class="quiet">{entry.objectKey}</code>
                      </td>
                      <td data-label={t('changed')}>
                        {entry.fields.slice(0, maxFields).join(', ')}
                        {entry.fields.length > maxFields && ` +${number(entry.fields.length - maxFields)}`}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </ScrollBox>
          )}
          <CursorLinks info={data.auditEntries.pageInfo} parameters={parameters} />
        </>
      )}
    </>
  );
}

/** The fields of an entry that are shown. */
const maxFields = 8;
