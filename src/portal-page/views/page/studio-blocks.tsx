import { datasetPath } from '#portal-page/address.ts';
import type { ContentPageQuery } from '#portal-page/generated/operations.ts';
import { isRecord } from '#portal-page/json.ts';
import { useLanguage } from '#portal-page/page-context.ts';
import { RichText } from '#portal-page/rich-text.tsx';
import { Link } from '#portal-page/shell.tsx';

type Studio = NonNullable<ContentPageQuery['studioPage']>;

/** The number of blocks of a page that are shown. */
const maxBlocks = 200;

/** A block: the front end that wrote the page defines its type, and what else it has. */
interface Block {
  readonly name: string;
  readonly type: string;
  readonly title: string;
  readonly text: string;
  readonly provider: string;
}

/** The blocks of a studio page in the order of its layouts: texts as they are, charts, maps and tables as links to their datasets. */
export function StudioBlocks({ page }: { readonly page: Studio }) {
  const datasets = new Map(page.dataProviders.nodes.map(({ name, dataset }) => [name, dataset]));
  return (
    <>
      {orderedBlocks(page.content).map((block) => (
        <section class="studio-block" key={block.name}>
          {block.title !== '' && <h2 dir="auto">{block.title}</h2>}
          {block.text === '' ? (
            <DataBlock block={block} dataset={datasets.get(block.provider)} />
          ) : (
            <div class="prose" dir="auto">
              <RichText html={block.text} />
            </div>
          )}
        </section>
      ))}
    </>
  );
}

/** Where the page of a dataset shows what a block shows. */
const anchors: Readonly<Record<string, string>> = { map: '#map', table: '#records' };

function DataBlock({
  block: { type },
  dataset,
}: {
  readonly block: Block;
  readonly dataset: { readonly datasetId: string; readonly title: string | null } | undefined;
}) {
  const { t, find } = useLanguage();
  const kind = find(`blocks.${type.endsWith('chart') ? 'chart' : type}`) ?? type.replaceAll('_', ' ');
  if (!dataset) return <p class="missing-widget">{t('blockWithoutData', { kind })}</p>;
  const kindOfType = type.endsWith('chart') ? '#chart' : (anchors[type] ?? '');
  return (
    <p class="missing-widget">
      {kind}:{' '}
      <Link to={datasetPath(dataset.datasetId) + kindOfType} data-outside>
        {dataset.title ?? dataset.datasetId}
      </Link>
    </p>
  );
}

/** The blocks as the rows of the layouts name them; those that no row names follow. */
function orderedBlocks({ blocks, layouts }: Studio['content']): readonly Block[] {
  const given = new Map(
    Object.entries(isRecord(blocks) ? blocks : {}).flatMap(([name, block]) => blockOf(name, block)),
  );
  const named = isRecord(layouts) ? Object.values(layouts).flatMap(namesIn) : [];
  return [...new Set([...named, ...given.keys()])].flatMap((name) => given.get(name) ?? []).slice(0, maxBlocks);
}

/** The texts in the rows of a layout. */
const namesIn = (layout: unknown): string[] =>
  isRecord(layout) && Array.isArray(layout['rows'])
    ? layout['rows'].flat(3).filter((name): name is string => typeof name === 'string')
    : [];

function blockOf(name: string, block: unknown): (readonly [string, Block])[] {
  if (!isRecord(block)) return [];
  const text = (...names: readonly string[]): string => {
    const found = names.map((each) => block[each]).find((value) => typeof value === 'string');
    return typeof found === 'string' ? found : '';
  };
  const type = text('type');
  return [
    [name, { name, type, title: text('title', 'label'), text: text('text', 'html'), provider: text('data_provider') }],
  ];
}
