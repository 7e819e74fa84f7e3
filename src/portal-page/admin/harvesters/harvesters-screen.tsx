import { useQuery } from '@urql/preact';
import { isRecord } from '#portal-page/json.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import { useAdmin } from '../admin-context.ts';
import { ErrorNote, windowOf, Working } from '../admin-parts.tsx';
import { CursorList } from '../cursor-list.tsx';
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
  const [reading] = useQuery({
    query: AdminHarvestersDocument,
    variables: windowOf(parameters, pageSize),
    requestPolicy: 'cache-and-network',
  });
  const harvesters = reading.data?.harvesters;
  const labels = new Map((reading.data?.harvesterTypes ?? []).map(({ type, label }) => [type, label]));
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('harvesters')}</h1>
        <Link to="/admin/harvesters/new" class="button primary">
          {t('newHarvester')}
        </Link>
      </div>
      <p class="quiet">{t('harvestersHint')}</p>
      <CursorList
        label={t('harvesters')}
        reading={reading}
        list={harvesters}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            title: 'name',
            isRowHeader: true,
            cell: ({ uid, name }) => (
              <Link to={pathOfHarvester(uid)}>
                <span dir="auto">{name}</span>
              </Link>
            ),
          },
          { title: 'harvesterType', cell: ({ type }) => labels.get(type) ?? type },
          { title: 'state', cell: (harvester) => <HarvesterState harvester={harvester} /> },
          {
            title: 'harvesterTaken',
            cell: ({ harvestedDatasetCount: done, remoteDatasetCount: count }) => t('doneOf', { done, count }),
          },
          {
            title: 'harvesterLast',
            cell: ({ lastSuccessAt }) => (lastSuccessAt === null ? t('never') : dateTime(lastSuccessAt)),
          },
        ]}
      >
        {harvesters?.nodes.length === 0 && <p>{t('noHarvesters')}</p>}
      </CursorList>
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
