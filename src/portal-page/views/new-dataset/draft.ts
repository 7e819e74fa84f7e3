import {
  CreateDraftDocument,
  DiscardDraftDocument,
  type GuessFormatsQuery,
  GuessFormatsDocument,
  GuessParametersDocument,
  PreviewSourceDocument,
  type PreviewSourceQuery,
  type PreviewSourceQueryVariables,
  SaveDraftDocument,
  type SaveDraftMutation,
  type SaveDraftMutationVariables,
  UploadSourceFileDocument,
} from '#portal-page/generated/operations.ts';
import type { GraphClient } from '#portal-page/graph-client.ts';

type Datasource = PreviewSourceQueryVariables['input']['datasource'];
/** A format that a source may have. */
export type Format = NonNullable<GuessFormatsQuery['guessExtractors']>[number];
/** The first records of a source. */
export type Preview = NonNullable<PreviewSourceQuery['previewResource']>;
/** A processor that the preview proposes. */
export type Proposal = Preview['proposals'][number];

/** Where the records come from: a file of the steward, or an address. */
export type Source = { readonly file: File } | { readonly url: string };

/** A dataset that is not published yet, with its source as it is read now. */
export interface Draft {
  readonly uid: string;
  readonly sourceTitle: string;
  readonly datasource: Datasource;
  /** The possible formats, the likeliest first. */
  readonly formats: readonly Format[];
  readonly reading: Reading;
  /** What the texts of the source may be, before any processor. */
  readonly proposals: readonly Proposal[];
  /** The first records after the processors that are taken. */
  readonly preview: Preview;
}

/** How a source is read. */
export interface Reading {
  readonly type: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The processors that are taken. */
  readonly taken: readonly Proposal[];
}

/** The title that a file or an address suggests: its name in words. */
export function titleOf(source: Source): string {
  const name = nameOf(source);
  const words = name
    .replace(/\.[a-z0-9]{1,8}(?:\.(?:gz|zip))?$/i, '')
    .replace(/[_\-+.]+/g, ' ')
    .trim();
  return (words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 200);
}

/** The name of the file, or the last part of the address. */
function nameOf(source: Source): string {
  if ('file' in source) return source.file.name;
  const { pathname, hostname } = new URL(source.url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/**
 * Makes a draft of a source and reads it as it seems to be meant: in the likeliest format, with the processors that are proposed without a doubt. A source
 * that cannot be read leaves no dataset behind. `onProgress` has how much of a file is sent, of 1.
 */
export async function openSource(
  graph: GraphClient,
  source: Source,
  onProgress: (share: number) => void,
): Promise<Draft> {
  const { createDataset } = await graph.mutate(CreateDraftDocument, { title: titleOf(source) });
  if (!createDataset.dataset) throw new Error('The dataset was created, but you may not read it.');
  const { uid } = createDataset.dataset;
  try {
    const datasource = await datasourceOf(graph, uid, source, onProgress);
    const formats = await formatsOf(graph, { uid, datasource });
    const [format] = formats;
    if (!format) throw new UnknownFormatError();
    const opened = { uid, sourceTitle: nameOf(source), datasource, formats };
    const params = await guessParams(graph, opened, format.type);
    return await readAs(graph, opened, { type: format.type, params, taken: [] });
  } catch (error) {
    // the failure is shown, even where the draft stays
    await discardDraft(graph, uid).catch(() => undefined);
    throw error;
  }
}

/** Deletes a draft. */
export async function discardDraft(graph: GraphClient, uid: string): Promise<void> {
  await graph.mutate(DiscardDraftDocument, { uid });
}

/** No extractor reads the source. */
export class UnknownFormatError extends Error {}

async function datasourceOf(
  graph: GraphClient,
  datasetUid: string,
  source: Source,
  onProgress: (share: number) => void,
): Promise<Datasource> {
  if ('url' in source) return { http: { connection: { url: source.url } } };
  const upload = { files: new Map([['variables.file', source.file]]), onProgress };
  const { uploadResourceFile } = await graph.mutate(UploadSourceFileDocument, { datasetUid, file: null }, upload);
  return { uploadedFile: { file: { uid: uploadResourceFile.file?.uid ?? source.file.name } } };
}

type Opened = Pick<Draft, 'uid' | 'sourceTitle' | 'datasource' | 'formats'>;
type Located = Pick<Draft, 'uid' | 'datasource'>;

/** The formats that a source may have, the likeliest first. */
export async function formatsOf(graph: GraphClient, { uid, datasource }: Located): Promise<readonly Format[]> {
  const { guessExtractors } = await graph.query(GuessFormatsDocument, { datasetUid: uid, datasource });
  return guessExtractors ?? [];
}

/** The parameters of a format that fit the source best. */
export async function guessParams(
  graph: GraphClient,
  { uid, datasource }: Located,
  type: string,
): Promise<Reading['params']> {
  const { guessExtractorParams } = await graph.query(GuessParametersDocument, { datasetUid: uid, datasource, type });
  return guessExtractorParams?.params ?? {};
}

/** Reads the source in a format, and takes the proposals that leave no doubt. */
export async function readAs(graph: GraphClient, opened: Opened, { type, params }: Reading): Promise<Draft> {
  const proposals = await proposalsOf(graph, opened, { type, params });
  return withSteps(graph, { ...opened, proposals }, { type, params, taken: proposals.filter(isCertain) });
}

/** What the texts of a source may be, before any processor. */
export async function proposalsOf(
  graph: GraphClient,
  located: Located,
  read: Omit<Reading, 'taken'>,
): Promise<readonly Proposal[]> {
  return (await previewOf(graph, located, { ...read, taken: [] })).proposals;
}

/** Reads the source with the processors that are taken. */
export async function withSteps(
  graph: GraphClient,
  opened: Omit<Draft, 'reading' | 'preview'>,
  reading: Reading,
): Promise<Draft> {
  return { ...opened, reading, preview: await previewOf(graph, opened, reading) };
}

/** Whether the texts of a field have one meaning. */
export const isCertain = ({ field }: Proposal, _index: number, all: readonly Proposal[]): boolean =>
  all.filter((other) => other.field === field).length === 1;

async function previewOf(
  graph: GraphClient,
  { uid, datasource }: Located,
  { type, params, taken }: Reading,
): Promise<Preview> {
  const processors = taken.map((proposal) => ({ type: proposal.type, params: proposal.params }));
  const input = { datasetUid: uid, datasource, type, params, processors };
  const { previewResource } = await graph.query(PreviewSourceDocument, { input });
  return previewResource ?? { fields: [], records: [], recordsErrors: [], proposals: [] };
}

/** A dataset after its draft was saved. */
export type SavedDataset = NonNullable<SaveDraftMutation['applyDataset']['dataset']>;

/** Saves the title, the source, the processors that are taken, and the type of texts that stay, in one version. Saving twice changes nothing. */
export async function saveDraft(
  graph: GraphClient,
  { uid, sourceTitle, datasource, reading, proposals }: Draft,
  title: string,
): Promise<SavedDataset> {
  const { type, params, taken } = reading;
  const takenFields = taken.map(({ field }) => field);
  const keptFields = new Set(proposals.map(({ field }) => field).filter((field) => !takenFields.includes(field)));
  const input: SaveDraftMutationVariables['input'] = {
    datasetUid: uid,
    title,
    resources: [{ title: sourceTitle, type, params, datasource }],
    processors: taken.map((proposal) => ({ type: proposal.type, params: proposal.params })),
    fields: [...keptFields].map((field) => ({ label: '', configuration: { type: { field, typeParam: 'text' } } })),
  };
  const { applyDataset } = await graph.mutate(SaveDraftDocument, { input });
  if (!applyDataset.dataset) throw new Error('The dataset was saved, but you may not read it.');
  return applyDataset.dataset;
}
