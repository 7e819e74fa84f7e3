import { useState } from 'preact/hooks';
import { isIdentified, type Page, usePage } from '#portal-page/page-context.ts';
import { readTable, recordStateOf } from '#portal-page/records/table-state.ts';
import { Link } from '#portal-page/shell.tsx';
import { catalogQuery, type GraphQuery, typedQuery } from '#portal-page/use/graph-queries.ts';
import { curlCommands, javascriptProgram, pythonPrograms, rProgram } from '#portal-page/use/programs.ts';
import { keyPlaceholder, type Use } from '#portal-page/use/record-query.ts';
import { keyedAddress, mcpConfiguration, powerQuery, sheetsFormula } from '#portal-page/use/tools.ts';
import { CodeBlock } from '../code-block.tsx';
import { Section } from '../view-parts.tsx';
import type { Dataset } from './dataset-parts.tsx';

/** A text to take away. */
interface UsePart {
  readonly text: string;
  readonly code: string;
  /** The address that opens it in an editor. */
  readonly link?: string;
  /** Whether the code has the key in an address. */
  readonly holdsKey?: boolean;
}

/** A way to use records. */
interface UseTab {
  readonly id: string;
  readonly name: string;
  readonly parts: readonly UsePart[];
}

/** The address of the service, as the page is visited. */
export const serviceAddress = ({ url, addressOf }: Page): string => url.origin + addressOf('/').replace(/\/$/, '');

/** The query of the records that the address asks for, for programs, spreadsheets and agents: one tab for each, which radio buttons choose, so that they work without scripts. */
export function UseSection({
  dataset,
  limit,
}: {
  readonly dataset: Dataset;
  /** The number of records on a page. */
  readonly limit: number;
}) {
  const page = usePage();
  const { t } = page.language;
  const [chosen, choose] = useState('');
  const needsKey = dataset.isRestricted || isIdentified(page);
  const { datasetId, schema: fields } = dataset;
  const table = readTable(page.url.searchParams, fields).state;
  const use: Use = {
    ...{ service: serviceAddress(page), datasetId, fields, limit, needsKey },
    state: recordStateOf(table, fields),
    offset: (table.page - 1) * limit,
  };
  const tabs = tabsOf(use, page);
  const shown = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  return (
    <Section id="use" title={t('useTitle')}>
      <p>{t('useText')}</p>
      <fieldset class="tabs">
        <legend class="visually-hidden">{t('useWays')}</legend>
        {tabs.map(({ id, name }) => (
          <>
            <input
              type="radio"
              class="visually-hidden"
              name="use"
              id={`use-${id}`}
              checked={id === shown?.id}
              onChange={() => {
                choose(id);
              }}
            />
            <label for={`use-${id}`}>{name}</label>
          </>
        ))}
        {tabs.map(({ id, name, parts }) => (
          <div key={id} class="tab">
            {needsKey && <p class="quiet">{t('useNeedsKey', { placeholder: keyPlaceholder })}</p>}
            {parts.map(({ text, code, link, holdsKey }) => (
              <>
                <p>
                  {text}
                  {holdsKey === true && ` ${t('useHoldsKey')}`}
                </p>
                <CodeBlock label={`${name}: ${text}`} code={code} />
                {link !== undefined && (
                  <p>
                    <Link to={link} data-outside>
                      {t('useOpenEditor')}
                    </Link>
                  </p>
                )}
              </>
            ))}
          </div>
        ))}
      </fieldset>
    </Section>
  );
}

/** The tabs, without those for interfaces that are off. */
function tabsOf(use: Use, { language: { t }, settings }: Page): readonly UseTab[] {
  const graphPart = (text: string, { query, link }: GraphQuery): UsePart => ({ text, code: query, link });
  const typed = typedQuery(use);
  const graph: UseTab = {
    id: 'graphql',
    name: 'GraphQL',
    parts: [
      graphPart(t('useGraphql'), catalogQuery(use)),
      ...(typed === undefined ? [] : [graphPart(t('useTypedGraph'), typed)]),
    ],
  };
  const agents: UseTab = {
    id: 'agents',
    name: t('useAgents'),
    parts: [{ text: t('useAgentsText', { dataset: use.datasetId }), code: mcpConfiguration(use) }],
  };
  const curl = curlCommands(use);
  const python = pythonPrograms(use);
  const holdsKey = use.needsKey;
  return [
    ...(settings.isGraphOpen ? [graph] : []),
    {
      id: 'curl',
      name: 'curl',
      parts: [
        { text: t('usePage'), code: curl.page },
        { text: t('useFile'), code: curl.file },
      ],
    },
    { id: 'javascript', name: 'JavaScript', parts: [{ text: t('useJavascript'), code: javascriptProgram(use) }] },
    {
      id: 'python',
      name: 'Python',
      parts: [
        { text: t('usePandas'), code: python.csv },
        { text: t('useParquet'), code: python.parquet },
      ],
    },
    { id: 'r', name: 'R', parts: [{ text: t('useDataFrame'), code: rProgram(use) }] },
    {
      id: 'spreadsheet',
      name: t('useSpreadsheet'),
      parts: [
        { text: t('useExcel'), code: powerQuery(use) },
        { text: t('useLibreOffice'), code: keyedAddress(use), holdsKey },
        { text: t('useSheets'), code: sheetsFormula(use), holdsKey },
      ],
    },
    ...(settings.isAgentAccessEnabled ? [agents] : []),
  ];
}
