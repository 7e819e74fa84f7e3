import { useQuery } from '@urql/preact';
import { useEffect, useState } from 'preact/hooks';
import { newDatasetPath } from '#portal-page/address.ts';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import type { Language } from '#portal-page/messages/language.ts';
import { useAdmin } from '../admin-context.ts';
import { FilterChoice, FilterForm, FilterText, windowOf } from '../admin-parts.tsx';
import type { AdminMessageName } from '../admin-texts.ts';
import { type Column, CursorList } from '../cursor-list.tsx';
import { AdminDatasetsDocument, type DatasetRowFragment } from '../generated/operations.ts';
import type { Screen, ScreenProps } from '../screen.ts';
import { ActionDialog } from './action-dialog.tsx';
import { type ActionName, actionNames, actions, isPending, titleOf } from './dataset-actions.ts';
import { DatasetState } from './dataset-state.tsx';
import { changes, chosenIn, filterNames, listVariables, orders, states } from './list-filter.ts';

/** The datasets that the visitor may configure, and what can be done to several of them. */
export const datasetsScreen: Screen = { title: 'datasets', Body: DatasetsScreen };

/** The datasets on a page, which is also the most to which something is done at once. */
const pageSize = 50;

/** How often a list with pending publications is read again. */
const pollMs = 2_000;

function DatasetsScreen({ parameters }: ScreenProps) {
  const { steward, texts } = useAdmin();
  const { t } = texts;
  const { browser, language } = usePage();
  const [{ data, ...reading }, readAgain] = useQuery({
    query: AdminDatasetsDocument,
    variables: { ...listVariables(parameters, Date.now()), ...windowOf(parameters, pageSize) },
    requestPolicy: 'cache-and-network',
  });
  const [action, setAction] = useState<ActionName>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const nodes = data?.datasets?.nodes ?? [];
  const hasPending = nodes.some(isPending);
  useEffect(() => {
    if (!hasPending) return undefined;
    const timer = setInterval(() => {
      readAgain({ requestPolicy: 'network-only' });
    }, pollMs);
    return () => {
      clearInterval(timer);
    };
  }, [hasPending, readAgain]);
  const shownChosen = nodes.filter(({ uid }) => chosen.has(uid));
  const choose = (uids: readonly string[], isChosen: boolean): void => {
    const changed = new Set(chosen);
    for (const uid of uids)
      if (isChosen) changed.add(uid);
      else changed.delete(uid);
    setChosen(changed);
  };
  return (
    <>
      <div class="screen-head">
        <h1 tabIndex={-1}>{t('datasets')}</h1>
        {steward.permissions.includes('create_dataset') && (
          <Link to={newDatasetPath} class="button">
            {t('newDataset')}
          </Link>
        )}
      </div>
      <Filters parameters={parameters} />
      <CursorList
        label={t('datasets')}
        heading={data?.datasets && language.t('datasets', { count: data.datasets.totalCount })}
        reading={reading}
        list={data?.datasets}
        parameters={parameters}
        keyOf={({ uid }) => uid}
        columns={[
          {
            head: (
              <input
                type="checkbox"
                aria-label={t('chooseAll')}
                checked={nodes.every(({ uid }) => chosen.has(uid))}
                onChange={({ currentTarget: { checked } }) =>
                  choose(
                    nodes.map(({ uid }) => uid),
                    checked,
                  )
                }
              />
            ),
            cell: (dataset) => (
              <input
                type="checkbox"
                aria-label={t('choose', { title: titleOf(dataset) })}
                checked={chosen.has(dataset.uid)}
                onChange={({ currentTarget: { checked } }) => choose([dataset.uid], checked)}
              />
            ),
          },
          ...datasetColumns(texts),
        ]}
      >
        <Bulk chosen={shownChosen} start={setAction} />
      </CursorList>
      {action !== undefined && (
        <ActionDialog
          name={action}
          chosen={shownChosen}
          onDone={(done) => {
            choose(
              done.map(({ uid }) => uid),
              false,
            );
            browser?.announce(t('doneTo', { count: done.length }));
            readAgain({ requestPolicy: 'network-only' });
          }}
          onClose={() => setAction(undefined)}
        />
      )}
    </>
  );
}

function Filters({ parameters }: Pick<ScreenProps, 'parameters'>) {
  const { t } = useAdmin().texts;
  const [state, changed, sort] = [
    chosenIn(parameters, 'state', states),
    chosenIn(parameters, 'changed', changes),
    chosenIn(parameters, 'sort', orders),
  ];
  return (
    <FilterForm names={filterNames}>
      <FilterText name="q" label={t('titleWords')} value={parameters.get('q') ?? ''} />
      <FilterChoice
        name="state"
        label={t('state')}
        value={state}
        choices={states.map((each) => [each, t(each === '' ? 'allStates' : `states.${each}`)])}
      />
      <FilterText name="owner" label={t('createdBy')} value={parameters.get('owner') ?? ''} />
      <FilterChoice
        name="changed"
        label={t('lastChange')}
        value={changed}
        choices={changes.map((each) => [each, t(each === '' ? 'anyTime' : `changes.${each}`)])}
      />
      <FilterChoice
        name="sort"
        label={t('order')}
        value={sort}
        choices={orders.map((each) => [each, t(each === '' ? 'orders.changed' : `orders.${each}`)])}
      />
    </FilterForm>
  );
}

/** What can be done to the chosen datasets; what the visitor may do to none of them is not offered. */
function Bulk({
  chosen,
  start,
}: {
  readonly chosen: readonly DatasetRowFragment[];
  readonly start: (name: ActionName) => void;
}) {
  const { t } = useAdmin().texts;
  if (chosen.length === 0) return <p class="quiet bulk">{t('chooseSome')}</p>;
  return (
    <div class="bulk" role="group" aria-label={t('withChosen')}>
      <span>{t('chosenCount', { count: chosen.length })}</span>
      {actionNames
        .filter((name) => chosen.some(actions[name].applies))
        .map((name) => (
          <button type="button" key={name} aria-haspopup="dialog" onClick={() => start(name)}>
            {t(actions[name].label)}
          </button>
        ))}
    </div>
  );
}

/** What the list shows of a dataset. */
const datasetColumns = ({ dateTime }: Language<AdminMessageName>): readonly Column<DatasetRowFragment>[] => [
  {
    title: 'dataset',
    isRowHeader: true,
    cell: (dataset) => (
      <>
        <Link to={`/admin/datasets/${dataset.uid}`} dir="auto">
          {titleOf(dataset)}
        </Link>
        <code class="quiet">{dataset.datasetId}</code>
      </>
    ),
  },
  { title: 'state', cell: (dataset) => <DatasetState dataset={dataset} /> },
  { title: 'createdBy', cell: ({ createdBy }) => <bdi>{createdBy?.username}</bdi> },
  {
    title: 'lastChange',
    cell: ({ updatedAt, updatedBy }) => (
      <>
        {dateTime(updatedAt)}
        {updatedBy && <span class="quiet"> {updatedBy.username}</span>}
      </>
    ),
  },
];
