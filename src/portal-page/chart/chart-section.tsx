import { useEffect, useRef, useState } from 'preact/hooks';
import { datasetPath } from '#portal-page/address.ts';
import { messageOf, useLanguage, usePage } from '#portal-page/page-context.ts';
import { readTable, recordStateOf } from '#portal-page/records/table-state.ts';
import { embedCode } from '#portal-page/use/share.ts';
import type { ViewRequest } from '#portal-page/view.tsx';
import { CodeBlock } from '#portal-page/views/code-block.tsx';
import { FailureNote, ScrollBox, Section } from '#portal-page/views/view-parts.tsx';
import { type ChartData, chartLimits } from './chart-data.ts';
import { ChartDrawing } from './chart-drawing.tsx';
import {
  type ChartField,
  chartKinds,
  chartParameters,
  type ChartState,
  groupFields,
  intervals,
  measures,
  numberFields,
  queryWithChart,
  readChart,
  splitFields,
  writeChart,
} from './chart-state.ts';
import { type ChartTexts, chartTexts, kindOf } from './chart-texts.ts';
import { readChartData } from './read-chart.ts';
import { pngOf, saveFile, svgTextOf } from './save-chart.ts';

/** A chart that was read, or why it could not be. */
export interface ReadChart {
  readonly state: ChartState;
  /** Undefined where nothing in the dataset makes a chart by itself. */
  readonly data: ChartData | undefined;
  readonly failure: unknown;
}

/** Reads the chart that an address asks for, of the records that it asks for. An error is shown in its place. */
export async function readDatasetChart(
  request: Pick<ViewRequest, 'reader' | 'signal'>,
  { datasetId, schema }: Charted,
  parameters: URLSearchParams,
): Promise<ReadChart> {
  const state = readChart(parameters, schema);
  const records = recordStateOf(readTable(parameters, schema).state, schema);
  return readChartData(request, { datasetId, fields: schema, records }, state).then(
    (data) => ({ state, data, failure: undefined }),
    (failure: unknown) => ({ state, data: undefined, failure }),
  );
}

/** The dataset of a chart. */
export interface Charted {
  readonly datasetId: string;
  readonly title: string | null;
  readonly schema: readonly ChartField[];
}

/** The chart of a dataset, with what it is of, as a table, and to be taken away. */
export function ChartSection({ dataset, chart }: { readonly dataset: Charted; readonly chart: ReadChart }) {
  const { language, url, addressOf } = usePage();
  const { t } = language;
  const { datasetId, schema } = dataset;
  if (groupFields(schema).length === 0) return null;
  const { data, failure, state } = chart;
  const chosen = data ? { ...state, by: data.by, kind: kindOf(state, data) } : state;
  const query = new URLSearchParams(
    [...queryParts(url.searchParams), ...writeChart(chosen)].map(([name, value]) => [name, value]),
  ).toString();
  const source = `${url.origin}${addressOf(`/embed${datasetPath(datasetId)}/chart`)}?${query}`;
  return (
    <Section id="chart" title={t('chart')}>
      <ChartForm dataset={dataset} state={chosen} data={data} />
      {failure ? <FailureNote error={failure} /> : !data && <p class="quiet">{t('chooseField')}</p>}
      {data && <ChartFigure fields={schema} data={data} state={state} name={datasetId} />}
      {data && (
        <details class="embedding">
          <summary>{t('embedChart')}</summary>
          <CodeBlock label={t('embedChart')} code={embedCode(source, dataset.title ?? datasetId)} />
        </details>
      )}
    </Section>
  );
}

/** The parameters of an address that are not of the chart, nor of the language. */
const queryParts = (parameters: URLSearchParams) => {
  const others: readonly string[] = [...chartParameters, 'lang', 'column', 'page', 'asc', 'desc'];
  return [...parameters].filter(([name]) => !others.includes(name));
};

/** The drawing of a chart, its values as a table, and buttons that save it. */
export function ChartFigure({
  fields,
  data,
  state,
  name,
}: {
  readonly fields: readonly ChartField[];
  readonly data: ChartData;
  readonly state: ChartState;
  /** The name of saved files, without their endings. */
  readonly name: string;
}) {
  const { language } = usePage();
  const { t } = language;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(720);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const next = Math.floor(entry?.contentRect.width ?? 0);
      if (next > 0) setWidth(next);
    });
    if (box.current) observer.observe(box.current);
    return () => {
      observer.disconnect();
    };
  }, []);
  const texts = chartTexts(language, fields, data);
  const splitLabel = fields.find((field) => field.name === data.split)?.label ?? '';
  return (
    <div class="drawing">
      <p class="drawing-title" dir="auto">
        {texts.title}
      </p>
      {data.marks.length === 0 ? (
        <p class="quiet">{t('chartEmpty')}</p>
      ) : (
        <>
          <div class="chart-box" ref={box} dir="ltr">
            <ChartDrawing data={data} kind={kindOf(state, data)} width={width} texts={texts} />
          </div>
          {data.hasMoreMarks && <p class="quiet">{t('chartMoreMarks', { count: data.marks.length })}</p>}
          {data.hasMoreSeries && (
            <p class="quiet">{t('chartMoreSeries', { count: chartLimits.series, field: splitLabel })}</p>
          )}
          <ChartTable data={data} texts={texts} />
          <SaveButtons box={box} name={name} />
        </>
      )}
    </div>
  );
}

/** The values of a chart, folded. */
function ChartTable({ data, texts }: { readonly data: ChartData; readonly texts: ChartTexts }) {
  const { t } = useLanguage();
  return (
    <details>
      <summary>{t('asTable')}</summary>
      <ScrollBox label={texts.title}>
        <table>
          <caption class="visually-hidden">{texts.title}</caption>
          {data.series.length > 1 && (
            <thead>
              <tr>
                <td />
                {data.series.map((series) => (
                  <th scope="col" class="number" dir="auto">
                    {texts.seriesText(series)}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {data.marks.map((mark, at) => (
              <tr>
                <th scope="row" dir="auto">
                  {texts.markText(mark)}
                </th>
                {data.series.map(({ values }) => (
                  <td class="number">{texts.valueText(values[at] ?? null)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </details>
  );
}

/** Buttons that save the chart; they appear where scripts run. */
function SaveButtons({ box, name }: { readonly box: { readonly current: HTMLElement | null }; readonly name: string }) {
  const { browser, language } = usePage();
  const { t } = language;
  const [canSave, setCanSave] = useState(false);
  useEffect(() => {
    setCanSave(true);
  }, []);
  const save = (format: 'svg' | 'png') => () => {
    const chart = box.current?.querySelector('svg');
    if (!chart) return;
    const made =
      format === 'svg' ? Promise.resolve(new Blob([svgTextOf(chart)], { type: 'image/svg+xml' })) : pngOf(chart);
    made
      .then((blob) => {
        saveFile(blob, `${name}.${format}`);
      })
      .catch((error: unknown) => {
        browser?.notify(messageOf(language, error));
      });
  };
  if (!canSave) return null;
  return (
    <p class="buttons">
      {(['svg', 'png'] as const).map((format) => (
        <button type="button" onClick={save(format)}>
          {t('saveAs', { format: format.toUpperCase() })}
        </button>
      ))}
    </p>
  );
}

/** What the chart is of. Without scripts, a button shows what was chosen. */
function ChartForm({
  dataset: { datasetId, schema },
  state,
  data,
}: {
  readonly dataset: Charted;
  readonly state: ChartState;
  readonly data: ChartData | undefined;
}) {
  const { language, browser, url, addressOf } = usePage();
  const { t } = language;
  const [isAlive, setAlive] = useState(false);
  useEffect(() => {
    setAlive(true);
  }, []);
  const path = datasetPath(datasetId);
  const hasTime = schema.some(({ name, type }) => name === data?.by && type === 'datetime');
  const others: readonly string[] = chartParameters;
  const onChange = (event: Event): void => {
    const form = event.currentTarget instanceof HTMLFormElement ? event.currentTarget : undefined;
    if (!form || !browser) return;
    const given = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') given.append(name, value);
    const changed = event.target instanceof HTMLSelectElement ? event.target.name : '';
    // another field has its own kind and interval
    if (changed === 'by') for (const name of ['chart', 'interval']) given.delete(name);
    browser.navigate(path + queryWithChart(url.searchParams, readChart(given, schema)));
  };
  const select = (
    name: string,
    label: string,
    value: string,
    options: readonly (readonly [value: string, text: string])[],
  ) => (
    <div>
      <label for={`chart-${name}`}>{label}</label>
      <select id={`chart-${name}`} name={name} value={value}>
        {options.map(([each, text]) => (
          <option value={each} selected={each === value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
  const named = (fields: readonly ChartField[]) => fields.map(({ name, label }) => [name, label] as const);
  const numbers = numberFields(schema);
  const splits = splitFields(schema).filter(({ name }) => name !== state.by);
  const kind = state.kind ?? 'bars';
  return (
    <form class="controls" method="get" action={addressOf(path)} onChange={onChange} aria-label={t('chart')}>
      {[...url.searchParams]
        .filter(([name]) => !others.includes(name))
        .map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
      {select('by', t('groupBy'), state.by ?? '', [
        ...(state.by === undefined ? [['', '–'] as const] : []),
        ...named(groupFields(schema)),
      ])}
      {numbers.length > 0 &&
        select(
          'measure',
          t('measure'),
          state.measure,
          measures.map((each) => [each, each === 'count' ? t('countOfRecords') : t(`measureNames.${each}`)] as const),
        )}
      {state.of !== undefined && select('of', t('measureOf'), state.of, named(numbers))}
      {data?.interval !== undefined &&
        select(
          'interval',
          t('intervalLabel'),
          data.interval,
          intervals.filter((each) => hasTime || each !== 'hour').map((each) => [each, t(`interval.${each}`)] as const),
        )}
      {splits.length > 0 && select('split', t('splitBy'), state.split ?? '', [['', t('noSplit')], ...named(splits)])}
      {select(
        'chart',
        t('chartKind'),
        kind,
        chartKinds.map((each) => [each, t(`chartKinds.${each}`)] as const),
      )}
      {!isAlive && (
        <div class="align-end">
          <button type="submit">{t('showChart')}</button>
        </div>
      )}
    </form>
  );
}
