import { type Address, datasetPath } from '#portal-page/address.ts';
import { ChartFigure, type ReadChart, readDatasetChart } from '#portal-page/chart/chart-section.tsx';
import { DatasetPageDocument } from '#portal-page/generated/operations.ts';
import { DatasetMap } from '#portal-page/map/map-section.tsx';
import { usePage } from '#portal-page/page-context.ts';
import { Link } from '#portal-page/shell.tsx';
import type { View } from '#portal-page/view.tsx';
import { FailureNote } from '../view-parts.tsx';
import { type Dataset, hasVisibleRecords } from './dataset-parts.tsx';

type At = Extract<Address, { view: 'embed' }>;

/** What a frame shows of a dataset. */
interface EmbeddedData {
  readonly dataset: Dataset;
  /** The chart; undefined for a map. */
  readonly chart: ReadChart | undefined;
}

/** The chart or the map of a dataset for pages of others, which show it in a frame. Its title leads to the dataset. */
export const embedView: View<At, EmbeddedData> = {
  async load({ reader, signal }, { datasetId, part, parameters }) {
    const { data } = await reader.read(DatasetPageDocument, { datasetId }, signal);
    const dataset = data.catalogDataset;
    if (!dataset || !hasVisibleRecords(dataset)) return undefined;
    const chart = part === 'chart' ? await readDatasetChart({ reader, signal }, dataset, parameters) : undefined;
    return { dataset, chart };
  },
  head: ({ dataset }) => ({
    title: dataset.title ?? dataset.datasetId,
    canonicalPath: datasetPath(dataset.datasetId),
    isHidden: true,
  }),
  Body: Embedded,
};

function Embedded({ data: { dataset, chart } }: { readonly data: EmbeddedData }) {
  const { t } = usePage().language;
  const { datasetId, schema } = dataset;
  return (
    <>
      <h1 class="embedded-title" tabIndex={-1} dir="auto">
        <Link to={datasetPath(datasetId)} target="_blank" rel="noopener">
          {dataset.title ?? datasetId}
        </Link>
      </h1>
      {!chart && <DatasetMap dataset={dataset} />}
      {chart?.data && <ChartFigure fields={schema} data={chart.data} state={chart.state} name={datasetId} />}
      {chart && !chart.data && (chart.failure ? <FailureNote error={chart.failure} /> : <p>{t('chooseField')}</p>)}
    </>
  );
}
