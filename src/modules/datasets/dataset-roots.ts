import { root, type GivenArgument } from '#api/reading/declare/root.ts';
import { countFromPaths } from '#api/reading/page/access-paths.ts';
import { rowTotal } from '#api/reading/row-total.ts';
import { requireCaller } from '#api/session/session.ts';
import { failFields } from '#kernel/fail.ts';
import { sql, type Sql } from '#kernel/sql.ts';
import { readsAllDatasets, restrictedEntries, totalOfPublished } from '#access/index.ts';
import { catalogDatasets, datasets } from './dataset.source.ts';

/** The arguments that identify a dataset. */
interface DatasetReference {
  readonly uid?: GivenArgument;
  readonly datasetId?: GivenArgument;
}

/** The condition for the dataset whose identifier or uid is the given text (docs/contract/rest.md 1). */
const byEitherIdentifier = ({ datasetId }: DatasetReference): Sql | undefined =>
  datasetId === undefined ? undefined : sql`(t.dataset_id = ${datasetId}::text or t.uid = ${datasetId}::text)`;

/** The condition for the dataset with a uid, or with an identifier. Fails INVALID_INPUT unless exactly one of them is given. */
function byExactlyOneArgument({ uid, datasetId }: DatasetReference): Sql {
  const condition = uid === undefined ? byEitherIdentifier({ datasetId }) : sql`t.uid = ${uid}`;
  return condition && (uid === undefined || datasetId === undefined)
    ? condition
    : failFields({ by: ['Give exactly one of uid and datasetId.'] });
}

/** The root fields that read datasets, in both views. */
export const datasetRoots = Object.freeze({
  datasets: root({
    field: 'datasets',
    source: datasets,
    returns: 'page',
    authorize: requireCaller,
    where: byEitherIdentifier,
    total: (session, { datasetId }) =>
      datasetId === undefined && readsAllDatasets(session) ? rowTotal('dataset') : undefined,
  }),
  dataset: root({
    field: 'dataset',
    source: datasets,
    returns: 'one',
    authorize: requireCaller,
    where: byExactlyOneArgument,
  }),
  catalog: root({
    field: 'catalog',
    source: catalogDatasets,
    returns: 'page',
    where: byEitherIdentifier,
    total: (session, { datasetId }) =>
      datasetId === undefined
        ? totalOfPublished(session, 'dataset', countFromPaths(catalogDatasets, restrictedEntries(session)))
        : undefined,
  }),
  catalogDataset: root({
    field: 'catalogDataset',
    source: catalogDatasets,
    returns: 'one',
    where: byExactlyOneArgument,
  }),
});
