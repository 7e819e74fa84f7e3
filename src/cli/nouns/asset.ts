import { z } from 'zod';
import { CommandError, exitCodes } from '../exit-codes.ts';
import {
  CreateAssetDocument,
  CreateAssetRelationDocument,
  DeleteAssetDocument,
  DeleteAssetRelationDocument,
  ExportAssetsDocument,
  ExportDatasetAssetsDocument,
  type ExportedDescriptionFragment,
  type ExportedSourcesFragment,
  ExportPageAssetsDocument,
  FindDatasetUidDocument,
  FindPageUidDocument,
  ListAssetsDocument,
  ListDatasetIdsDocument,
  ListPageSlugsDocument,
  type ListPageSlugsQuery,
  UpdateAssetDocument,
} from '../generated/operations.ts';
import type { GraphClient } from '../graph-client.ts';
import { documentNoun } from './document-noun.ts';
import type { Session } from './noun.ts';
import { namePage } from './page.ts';
import { namesBefore, number, numbered, numberedName } from './numbered.ts';
import { pages } from './pages.ts';

const name = z.string().describe('The title of the asset, the identifier of the dataset or the slug of the page.');
const storedTypes = ['chart', 'external_asset', 'map'] as const;
const portalTypes = ['dataset', 'page'] as const;

const kind = z.literal('code').optional().describe('Of a page: that it is a code editor page.');

const relation = z.strictObject({
  relationType: z.enum(['federation', 'join', 'source', 'usage']),
  assetType: z.enum([...storedTypes, ...portalTypes]),
  name,
  kind,
  number,
});
type Relation = z.output<typeof relation>;

const sources = z.array(relation).describe('What the asset uses, as someone recorded it.');

/** A map, a chart or an external asset. */
const storedAsset = z.strictObject({
  assetType: z.enum(storedTypes),
  name,
  number,
  url: z.string().nullable().default(null),
  category: z.string().nullable().default(null),
  isShowcase: z.boolean().default(false),
  sources: sources.optional().describe('What the asset uses. Left out: as it is on the instance.'),
});

/** A dataset or a page with its category and what it uses. What follows from processors, resources and content is not recorded. */
const portalAsset = z.strictObject({
  assetType: z.enum(portalTypes),
  name,
  kind,
  category: z.string().nullable().optional().describe('Left out: as it is on the instance; null: none.'),
  isShowcase: z.boolean().optional().describe('Left out: as it is on the instance.'),
  sources: sources.optional().describe('What it uses. Left out: as it is on the instance.'),
});

const assetDocument = z.discriminatedUnion('assetType', [storedAsset, portalAsset]);
type AssetDocument = z.output<typeof assetDocument>;

/** An asset as its file has it, and the uids of what it uses, in the order of its sources. */
interface StoredAsset {
  readonly uid: string;
  readonly document: AssetDocument;
  readonly sourceUids: readonly string[];
}

type Reference = Pick<Relation, 'assetType' | 'name' | 'kind' | 'number'>;

const nameOf = ({ assetType, name: title, kind: given }: Reference): string =>
  `${assetType} ${namePage({ slug: title, kind: given })}`;
const keyOf = (reference: Reference): string => numberedName(nameOf(reference), reference.number);
const keyOfRelation = (each: Relation): string => `${each.relationType} ${keyOf(each)}`;
const byKey = (one: Relation, other: Relation): number => (keyOfRelation(one) < keyOfRelation(other) ? -1 : 1);

/** The maps, charts and external assets, numbered by their types and titles. */
const listAssets = (client: GraphClient) =>
  numbered(
    pages(async (after) => (await client.send(ListAssetsDocument, { after })).storedAssets),
    ({ assetType, title }) => `${assetType} ${title}`,
  );

/** The pages that the caller may edit. */
const listPages = (client: GraphClient) =>
  pages(async (after) => (await client.send(ListPageSlugsDocument, { after })).pageConfigurations);

const referenceToPage = ({ __typename: type, slug }: Pick<ListedPage, '__typename' | 'slug'>): Reference =>
  type === 'CodeEditorPageConfiguration'
    ? { assetType: 'page', name: slug, kind: 'code' }
    : { assetType: 'page', name: slug };

/** The numbers of the assets that are not the first of their names, by uid. */
async function readNumbers(client: GraphClient): Promise<ReadonlyMap<string, number>> {
  const numbers = new Map<string, number>();
  for await (const { item, number: count } of listAssets(client)) if (count > 1) numbers.set(item.uid, count);
  return numbers;
}

/** How files refer to what an asset uses, by uid. */
interface Names {
  /** Datasets and pages. */
  readonly portal: ReadonlyMap<string, Reference>;
  readonly numbers: ReadonlyMap<string, number>;
}

/** The datasets and the pages that the caller may edit, by their uids. */
async function readNames(client: GraphClient): Promise<ReadonlyMap<string, Reference>> {
  const names = new Map<string, Reference>();
  for await (const { uid, datasetId } of pages(
    async (after) => (await client.send(ListDatasetIdsDocument, { after })).datasets,
  ))
    names.set(uid, { assetType: 'dataset', name: datasetId });
  for await (const page of listPages(client)) names.set(page.uid, referenceToPage(page));
  return names;
}

type ListedPage = NonNullable<ListPageSlugsQuery['pageConfigurations']>['nodes'][number];

type Related = ExportedSourcesFragment['sources']['nodes'][number]['asset'];

/** An asset as files refer to it; undefined for a draft that the caller may not edit. */
function referenceTo(asset: Related, { portal, numbers }: Names): Reference | undefined {
  const { uid, title, dataset, studioPage, codeEditorPage } = asset;
  const stored = storedTypes.find((each) => each === asset.assetType);
  if (stored) return { assetType: stored, name: title, ...numberOf(uid, numbers) };
  if (dataset) return { assetType: 'dataset', name: dataset.datasetId };
  if (studioPage) return { assetType: 'page', name: studioPage.slug };
  return codeEditorPage ? { assetType: 'page', name: codeEditorPage.slug, kind: 'code' } : portal.get(uid);
}

const numberOf = (uid: string, numbers: Names['numbers']) => {
  const count = numbers.get(uid);
  return count === undefined ? undefined : { number: count };
};

/** Reads what was recorded that an asset uses. */
function readSources({ uid, sources: { totalCount, nodes } }: ExportedSourcesFragment, names: Names) {
  if (totalCount > nodes.length) throw new CommandError(`The asset ${uid} uses more than ${nodes.length} others.`);
  const recorded = nodes.flatMap(({ relationType, isRecorded, asset }) => {
    const reference = referenceTo(asset, names);
    return isRecorded && reference ? [{ uid: asset.uid, relation: { relationType, ...reference } }] : [];
  });
  const sorted = recorded.toSorted((one, other) => byKey(one.relation, other.relation));
  return { sources: sorted.map((each) => each.relation), sourceUids: sorted.map((each) => each.uid) };
}

const warned = new WeakSet<Session>();

async function* readAssets(client: GraphClient, session: Session): AsyncGenerator<StoredAsset> {
  const names = { portal: await readNames(client), numbers: await readNumbers(client) };
  const relations: { areShown: boolean } = { areShown: true };
  for await (const asset of pages(async (after) => {
    const { storedAssets, portalSettings } = await client.send(ExportAssetsDocument, { after });
    relations.areShown = portalSettings.isMarketplaceEnabled;
    return storedAssets;
  })) {
    const { uid, title, assetType, url, category, isShowcase } = asset;
    if (!relations.areShown && !warned.has(session)) {
      warned.add(session);
      session.warn('assets: the portal shows no relations (isMarketplaceEnabled), so that the files have none.');
    }
    const related = readSources(asset, names);
    const described = { assetType, name: title, ...numberOf(uid, names.numbers), url, category, isShowcase };
    const document = assetDocument.parse({ ...described, ...(relations.areShown && { sources: related.sources }) });
    yield { uid, document, sourceUids: related.sourceUids };
  }
  const ofPortal = (asset: ExportedDescriptionFragment, reference: Reference): StoredAsset[] => {
    const { sources: recorded, sourceUids } = readSources(asset, names);
    const { uid, category, isShowcase } = asset;
    if (recorded.length === 0 && category === null && !isShowcase) return [];
    const described = { ...(category !== null && { category }), ...(isShowcase && { isShowcase }) };
    const document = { ...reference, ...described, ...(relations.areShown && { sources: recorded }) };
    return [{ uid, document: portalAsset.parse(document), sourceUids }];
  };
  for await (const { datasetId, asset } of pages(
    async (after) => (await client.send(ExportDatasetAssetsDocument, { after })).datasets,
  ))
    yield* ofPortal(asset, { assetType: 'dataset', name: datasetId });
  for await (const page of pages(
    async (after) => (await client.send(ExportPageAssetsDocument, { after })).pageConfigurations,
  ))
    yield* ofPortal(page.asset, referenceToPage(page));
}

/** The uid of an asset on this instance. Fails where there is none. */
async function uidOf({ client }: Session, reference: Reference): Promise<string> {
  const { assetType, name } = reference;
  let uid: string | undefined;
  if (assetType === 'dataset') {
    const { dataset, catalogDataset } = await client.send(FindDatasetUidDocument, { datasetId: name });
    uid = (dataset ?? catalogDataset)?.uid;
  } else if (assetType === 'page') {
    const { pageConfigurations } = await client.send(FindPageUidDocument, { slug: name });
    uid = pageConfigurations?.nodes.find((page) => referenceToPage(page).kind === reference.kind)?.uid;
  } else
    for await (const { item, number: count } of listAssets(client))
      if (item.title === name && item.assetType === assetType && count === (reference.number ?? 1)) ({ uid } = item);
  return uid ?? Promise.reject(new CommandError(`There is no ${keyOf(reference)}.`));
}

/** Records what the file has of what an asset uses, and removes the rest. */
async function relate(session: Session, useUid: string, wanted: AssetDocument['sources'], stored?: StoredAsset) {
  if (wanted === undefined) return;
  const known = new Map(
    (stored?.document.sources ?? []).map((each, index) => [keyOfRelation(each), stored?.sourceUids[index]] as const),
  );
  const inputOf = ({ relationType }: Relation, sourceUid: string | undefined) => ({
    input: { relationType, sourceUid, useUid },
  });
  for (const each of wanted)
    if (!known.has(keyOfRelation(each)))
      await session.client.send(CreateAssetRelationDocument, inputOf(each, await uidOf(session, each)));
  const kept = new Set(wanted.map(keyOfRelation));
  for (const each of stored?.document.sources ?? [])
    if (!kept.has(keyOfRelation(each)))
      await session.client.send(DeleteAssetRelationDocument, inputOf(each, known.get(keyOfRelation(each))));
}

/** Describes a dataset or a page as an asset, and records what it uses. */
async function describe(
  session: Session,
  uid: string,
  { category = null, isShowcase = false, sources: wanted }: z.output<typeof portalAsset>,
  stored?: StoredAsset,
): Promise<void> {
  const before = { category: null, isShowcase: false, ...stored?.document };
  if (category !== before.category || isShowcase !== before.isShowcase)
    await session.client.send(UpdateAssetDocument, { input: { uid, category, isShowcase } });
  await relate(session, uid, wanted, stored);
}

/** Maps, charts and external assets, and what each asset, dataset and page uses, as someone recorded it. */
export const assetNoun = documentNoun<AssetDocument, StoredAsset>({
  name: 'assets',
  schema: assetDocument,
  rights: [['edit_page'], ['edit_dataset']],
  keyOf,
  nameOf,
  read: readAssets,
  write: ({ document }) => document,
  isEmpty: (document) =>
    !('url' in document) &&
    document.category == null &&
    document.isShowcase !== true &&
    (document.sources ?? []).length === 0,
  complete(document, { document: stored }) {
    const related = (document.sources ?? stored.sources)?.toSorted(byKey);
    const own = 'url' in document ? document : { ...stored, ...document };
    const { category, isShowcase, ...rest } = own;
    const described =
      'url' in document
        ? { category, isShowcase }
        : { ...(category != null && { category }), ...(isShowcase === true && { isShowcase }) };
    return assetDocument.parse({ ...rest, ...described, ...(related && { sources: related }) });
  },
  async create(client, document, { session }) {
    if (!('url' in document)) return describe(session, await uidOf(session, document), document);
    const { sources: wanted, name: title, number: _number, ...input } = document;
    const { asset } = (await client.send(CreateAssetDocument, { input: { ...input, title } })).createAsset;
    if (!asset) throw new CommandError('The new asset cannot be read with this key.', exitCodes.refused);
    return relate(session, asset.uid, wanted);
  },
  async update(client, stored, document, { session }) {
    const { uid } = stored;
    if (!('url' in document)) return describe(session, uid, document, stored);
    const { url, category, isShowcase } = document;
    await client.send(UpdateAssetDocument, { input: { uid, url, category, isShowcase } });
    return relate(session, uid, document.sources, stored);
  },
  async remove(client, stored, session) {
    const { uid, document } = stored;
    if ('url' in document) await client.send(DeleteAssetDocument, { input: { uid } });
    else await describe(session, uid, { ...document, category: null, isShowcase: false, sources: [] }, stored);
  },
  // datasets and pages are there already: their files have relations alone, and may close a circle
  needs(given) {
    const document = assetDocument.parse(given);
    const used = (document.sources ?? []).filter(({ assetType }) => storedTypes.some((each) => each === assetType));
    const { number: count }: Reference = document;
    return [...namesBefore(nameOf(document), count), ...used.map(keyOf)];
  },
});
