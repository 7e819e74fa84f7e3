import { useQuery } from '@urql/preact';
import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { ScrollBox } from '#portal-page/views/view-parts.tsx';
import { useAdmin } from '../admin-context.ts';
import { CursorLinks, ErrorNote, windowOf, Working } from '../admin-parts.tsx';
import { AdminHarvestersDocument, type HarvesterRowFragment } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { HarvesterForm } from './harvester-form.tsx';

/** What takes over the datasets of other portals. */
export const harvestersScreen: Screen = { title: 'harvesters', Body: HarvestersScreen, rights: ['create_dataset'] };

/** Creates a harvester, which runs when it is started. */
export const newHarvesterScreen: Screen = { title: 'newHarvester', Body: NewHarvester, rights: ['create_dataset'] };

const pageSize = 50;

/** The address of a harvester among the screens. */
export const pathOfHarvester = (uid: string): string => `/admin/harvesters/${encodeURIComponent(uid)}`;

function HarvestersScreen({ parameters }: ScreenProps) {
  const { t, dateTime } = useAdmin().texts;
  const [{ data, error, fetching }] = useQuery({
    query: AdminHarvestersDocument,
    variables: windowOf(parameters, pageSize),
    requestPolicy: 'cache-and-network',
  });
  const harvesters = data?.harvesters;
  const labels = new Map((data?.harvesterTypes ?? []).map(({ type, label }) => [type, label]));
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('harvesters')}</h1>
        <Link to="/admin/harvesters/new" class="button primary">
          {t('newHarvester')}
        </Link>
      </div>
      <p class="quiet">{t('harvestersHint')}</p>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {harvesters?.nodes.length === 0 && <p>{t('noHarvesters')}</p>}
      {harvesters && harvesters.nodes.length > 0 && (
        <ScrollBox label={t('harvesters')}>
          <table class="list">
            <thead>
              <tr>
                {(['name', 'harvesterType', 'state', 'harvesterTaken', 'harvesterLast'] as const).map((name) => (
                  <th scope="col" key={name}>
                    {t(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {harvesters.nodes.map((harvester) => (
                <tr key={harvester.uid}>
                  <th scope="row">
                    <Link to={pathOfHarvester(harvester.uid)}>
                      <span dir="auto">{harvester.name}</span>
                    </Link>
                  </th>
                  <td data-label={t('harvesterType')}>{labels.get(harvester.type) ?? harvester.type}</td>
                  <td data-label={t('state')}>
                    <HarvesterState harvester={harvester} />
                  </td>
                  <td data-label={t('harvesterTaken')}>
                    {t('doneOf', { done: harvester.harvestedDatasetCount, count: harvester.remoteDatasetCount })}
                  </td>
                  <td data-label={t('harvesterLast')}>
                    {harvester.lastSuccessAt === null ? t('never') : dateTime(harvester.lastSuccessAt)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {harvesters && <CursorLinks info={harvesters.pageInfo} parameters={parameters} />}
    </>
  );
}

/** What a harvester does, and whether its last run failed. */
export function HarvesterState({ harvester: { status, hasError } }: { readonly harvester: HarvesterRowFragment }) {
  const { t } = useAdmin().texts;
  return (
    <>
      {t(`harvesterStates.${status}`)}
      {hasError && <span class="error"> {t('harvesterFailed')}</span>}
    </>
  );
}

function NewHarvester() {
  const { t } = useAdmin().texts;
  const { browser } = usePage();
  const [{ data, error, fetching }] = useQuery({ query: AdminHarvestersDocument, variables: { first: 0 } });
  return (
    <>
      <h1 tabIndex={-1}>{t('newHarvester')}</h1>
      <p class="quiet">{t('newHarvesterHint')}</p>
      <ErrorNote error={error} />
      <Working label={fetching && !data ? t('reading') : undefined} />
      {data && (
        <HarvesterForm
          harvester={undefined}
          types={data.harvesterTypes}
          onSaved={(answer) => browser?.navigate(pathOfHarvester(uidIn(answer)))}
        />
      )}
    </>
  );
}

/** The uid of the harvester in the answer of the mutation. */
function uidIn(data: unknown): string {
  const payload = isRecord(data) ? data['createHarvester'] : undefined;
  const harvester = isRecord(payload) ? payload['harvester'] : undefined;
  return isRecord(harvester) ? String(harvester['uid']) : '';
}
