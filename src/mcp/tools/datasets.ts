import { Readable } from 'node:stream';
import { z } from 'zod';
import { ReceivedFile } from '#api/types/scalars.ts';
import { CatalogError, failFields } from '#kernel/fail.ts';
import { wholeList } from '../answer.ts';
import {
  AddResourceDocument,
  CreateDraftDocument,
  GuessTypeDocument,
  ListTypesDocument,
  UploadFileDocument,
} from '../generated/operations.ts';
import { count, customTool, type ExecuteOperation, object, objects, text, tool } from '../tool.ts';
import { cursorArgument } from '../tool-arguments.ts';

export const listTypes = tool(ListTypesDocument, {
  name: 'list_types',
  title: 'List types',
  description:
    'Lists the types of processors, or of extractors (formats of resources), for plan_change and create_dataset. With type, returns the parameters of this type.',
  arguments: {
    kind: z.enum(['processor', 'extractor']),
    type: z.string().max(100).optional().describe('The type whose parameters to return.'),
    cursor: cursorArgument,
  },
  output: { types: objects },
  variables: ({ kind }) => ({ withExtractors: kind === 'extractor' }),
  answer({ extractors, processorTypes }, { kind, type }) {
    const types = extractors ?? processorTypes ?? [];
    if (type === undefined)
      return wholeList(
        {},
        'types',
        types.map(({ type: name, label }) => ({ type: name, label })),
      );
    const found = types.filter(({ type: name }) => name === type);
    if (found.length === 0)
      failFields({ type: [`There is no ${kind} of this type. Call list_types without type for all of them.`] });
    return wholeList({}, 'types', found.map(withoutNulls));
  },
});

/** A type with its parameters, without what they do not have. */
const withoutNulls = ({ parameters, ...type }: { readonly parameters: readonly object[] }): object => ({
  ...type,
  parameters: parameters.map((parameter) =>
    Object.fromEntries(Object.entries(parameter).filter(([, value]) => value !== null)),
  ),
});

/** The maximum size of a file in a message, whose body has at most 1 MiB. */
const maxFileCharacters = 1_000_000;

export const createDatasetTool = customTool(CreateDraftDocument, {
  name: 'create_dataset',
  title: 'Create a dataset',
  description:
    'Creates a dataset, as a draft, from the address of a file or from the text of one: a CSV, JSON, GeoJSON or other file. publish_dataset then reads it. Where the source cannot be read, the dataset stays without a resource, and problem says why.',
  isOpenWorld: true,
  arguments: {
    title: z.string().min(1).max(1_000),
    description: z.string().optional(),
    datasetId: z.string().optional().describe('The identifier in addresses. Default: derived from the title.'),
    isRestricted: z.boolean().optional().describe('Whether only users with a ruleset will see it. Default: false.'),
    url: z.url().max(8_000).optional().describe('The address of the file. Give either url or file.'),
    file: z
      .strictObject({ filename: z.string().min(1).max(255), content: z.string().max(maxFileCharacters) })
      .optional()
      .describe('A file with its text, such as trees.csv.'),
    type: z.string().optional().describe('The type of the extractor. Default: the likeliest; list_types has all.'),
    params: z.record(z.string(), z.unknown()).optional().describe('Its parameters. Default: those of the extractor.'),
  },
  output: { uid: text, datasetId: text, resource: object, revision: count, problem: object },
  async run({ title, description, datasetId, isRestricted, ...source }, { execute }) {
    if ((source.url === undefined) === (source.file === undefined)) failFields({ url: ['Give either url or file.'] });
    const values = {
      title: { value: title },
      ...(description !== undefined && { description: { value: description } }),
    };
    const { createDataset: created } = await execute(CreateDraftDocument, {
      input: { datasetId, isRestricted, metadata: { default: values } },
    });
    if (!created.dataset) return { head: {} };
    const head = { ...created.dataset };
    try {
      return { head: { ...head, ...(await addResource({ title, datasetUid: head.uid, ...source }, execute)) } };
    } catch (error) {
      if (!(error instanceof CatalogError)) throw error;
      const { code, message, fields } = error;
      const advice = 'The dataset has no resource yet: add one with plan_change.';
      return { head: { ...head, problem: { code, message, arguments: fields, advice } } };
    }
  },
});

/** Where the records of a new dataset come from. */
interface NewSource {
  readonly datasetUid: string;
  readonly title: string;
  readonly url?: string | undefined;
  readonly file?: { readonly filename: string; readonly content: string } | undefined;
  readonly type?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Adds the resource of a new dataset, of the likeliest type where none is given. */
async function addResource(source: NewSource, execute: ExecuteOperation): Promise<object> {
  const { datasetUid, title, type, params } = source;
  const datasource = await datasourceOf(source, execute);
  const resource = { datasetUid, title, params, datasource };
  const known = type ?? (await guessType({ datasetUid, datasource }, execute));
  const { createResource } = await execute(AddResourceDocument, { input: { ...resource, type: known } });
  return { resource: createResource.resource, revision: createResource.dataset?.revision };
}

async function datasourceOf({ datasetUid, url, file }: NewSource, execute: ExecuteOperation): Promise<object> {
  if (!file) {
    const { origin, pathname, search } = new URL(url ?? '');
    return { http: { relativeUrl: pathname + search, connection: { url: `${origin}/` } } };
  }
  const bytes = Buffer.from(file.content);
  const upload = new ReceivedFile(file.filename, '', bytes.length, () => Readable.from([bytes]));
  const { uploadResourceFile } = await execute(UploadFileDocument, { input: { datasetUid, file: upload } });
  return { uploadedFile: { file: { uid: uploadResourceFile.file?.uid } } };
}

/** The likeliest type of a source. Fails INVALID_INPUT where none is likely. */
async function guessType(
  input: { datasetUid: string; datasource: object },
  execute: ExecuteOperation,
): Promise<string> {
  const { guessExtractors } = await execute(GuessTypeDocument, { input });
  const [likeliest] = guessExtractors ?? [];
  return likeliest?.type ?? failFields({ type: ['The format is not recognized: give its type.'] });
}
