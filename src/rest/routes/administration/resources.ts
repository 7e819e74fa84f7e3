import {
  ClearResourceCacheDocument,
  CreateResourceDocument,
  DeleteRealtimeRecordsDocument,
  DeleteResourceDocument,
  DisableRealtimeResourceDocument,
  DownloadResourceFileDocument,
  EnableRealtimeResourceDocument,
  GuessDatasetResourceExtractorParamsDocument,
  GuessDatasetResourceExtractorsDocument,
  GuessExtractorParamsDocument,
  GuessExtractorsDocument,
  ListExtractorsDocument,
  ListResourcesDocument,
  PreviewDatasetResourceDocument,
  PreviewResourceDocument,
  RecoverRealtimeRecordsDocument,
  RenewPushKeyDocument,
  RetrieveResourceDocument,
  RetrieveResourceFileDocument,
  UpdateResourceDocument,
  UploadResourceFileDocument,
} from '#rest/generated/operations.ts';
import { fileInBody, fromBody, fromExpand, fromPath, fromReplacingBody } from '#rest/request/request-value.ts';
import { createdObject, list, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import {
  addOptionalProperties,
  type BodyMapping,
  named,
  omit,
  type Property,
  renameShape,
  type BodyShape,
  withProperty,
} from '#rest/responders/body-mapping.ts';
import { file } from '#rest/responders/file.ts';
import { partOfDataset, tagged } from './part-of-dataset.ts';

type Part = object | null | undefined;

/** A resource as the operations select it. */
interface Resource {
  readonly datasource?: Part;
  readonly connection?: Part;
  readonly remoteDataset?: Part;
}

/** The body of a resource with `expand` (docs/contract/objects.md, Resource): the parts that it names are written into the datasource. */
const expandedResource: BodyMapping<Resource> = {
  appliesTo: ({ query }) => query['expand'] !== undefined,
  value: ({ connection, remoteDataset, datasource, ...resource }) => ({
    ...resource,
    ...(datasource && { datasource: expandDatasource(datasource, connection, remoteDataset) }),
  }),
  shape: (shape) => {
    const parts = shape.kind === 'object' ? shape.properties : new Map<string, Property>();
    const withDatasource = withProperty(shape, 'datasource', (datasource) => ({
      ...datasource,
      shape: renameShape(
        expandShape(
          expandShape(datasource.shape, 'connection', 'ExpandedConnection', parts.get('connection')),
          'dataset',
          'ExpandedDataset',
          parts.get('remoteDataset'),
        ),
        'ExpandedDatasource',
      ),
    }));
    return renameShape(omit('remoteDataset').shape(omit('connection').shape(withDatasource)), 'ExpandedResource');
  },
};

/** A datasource with the full connection or the full remote dataset, where `expand` requests it and it is available. */
function expandDatasource(datasource: object, connection: Part, remoteDataset: Part): object {
  return {
    ...datasource,
    ...(connection &&
      'connection' in datasource && { connection: { ...connection, ...(datasource.connection ?? {}) } }),
    ...(remoteDataset && 'dataset' in datasource && { dataset: { ...remoteDataset, ...(datasource.dataset ?? {}) } }),
  };
}

/** The shape of a datasource in which `expand` adds properties to a part, under another name. */
const expandShape = (datasource: BodyShape, part: string, name: string, expansion: Property | undefined): BodyShape =>
  withProperty(datasource, part, (property) => ({
    ...property,
    shape: renameShape(addOptionalProperties(expansion?.shape, property.shape), name),
  }));

const uid = fromPath('resource_uid');
const part = partOfDataset('resources', { variables: { resource_uid: uid }, input: { uid } });

const unsavedResource = {
  datasetUid: fromPath('dataset_uid'),
  datasource: fromBody('datasource'),
};
/** The parts that `expand` adds. */
const expansions = {
  expand_connection: fromExpand('datasource.connection'),
  expand_dataset: fromExpand('datasource.dataset'),
};

/** Reads one resource. */
const retrieve = route(RetrieveResourceDocument, {
  ...part.retrieve(),
  variables: { ...part.retrieve().variables, ...expansions },
  respond: object('dataset.resource', { ...tagged, body: expandedResource }),
});

/** The resources of a dataset, and the extractors (docs/contract/rest.md 2). */
export const resourceRoutes = [
  route(ListExtractorsDocument, {
    method: 'GET',
    path: '/extractors/',
    variables: {},
    respond: list('extractors'),
  }),
  route(ListResourcesDocument, {
    ...part.list,
    variables: { ...part.list.variables, ...expansions },
    respond: page('dataset.resources', { ...tagged, node: expandedResource }),
  }),
  route(CreateResourceDocument, {
    ...part.create,
    variables: {
      input: {
        ...part.added,
        type: fromBody('type'),
        title: fromBody('title'),
        params: fromBody('params'),
        url: fromBody('url'),
        datasource: fromBody('datasource'),
      },
    },
    respond: createdObject('createResource.resource', tagged),
  }),
  route(GuessExtractorsDocument, {
    operationId: 'GuessUnsavedExtractors',
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/guess_extractors/',
    needs: { rights: ['configure'] },
    variables: { input: unsavedResource },
    respond: list('guessExtractors'),
  }),
  route(GuessExtractorParamsDocument, {
    operationId: 'GuessUnsavedExtractorParams',
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/guess_extractor_params/',
    needs: { rights: ['configure'] },
    variables: { input: { ...unsavedResource, type: fromBody('type') } },
    respond: object('guessExtractorParams'),
  }),
  route(PreviewResourceDocument, {
    operationId: 'PreviewUnsavedResource',
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/preview/',
    needs: { rights: ['canEdit'] },
    variables: { input: { ...unsavedResource, type: fromBody('type'), params: fromBody('params') } },
    respond: object('previewResource'),
  }),
  retrieve,
  route(UpdateResourceDocument, {
    ...part.change('PUT', retrieve),
    variables: {
      input: {
        ...part.changed,
        type: fromReplacingBody('type'),
        title: fromReplacingBody('title'),
        params: fromReplacingBody('params'),
        url: fromReplacingBody('url'),
        datasource: fromReplacingBody('datasource'),
      },
    },
    respond: object('updateResource.resource', tagged),
  }),
  route(DeleteResourceDocument, {
    ...part.change('DELETE', retrieve),
    respond: noContent('deleteResource.dataset.revision'),
  }),
  route(GuessDatasetResourceExtractorsDocument, {
    operationId: 'GuessResourceExtractors',
    ...part.retrieve('guess_extractors/'),
    respond: list('dataset.resource.guessedExtractors'),
  }),
  route(GuessDatasetResourceExtractorParamsDocument, {
    operationId: 'GuessResourceExtractorParams',
    ...part.retrieve('guess_extractors_params/'),
    respond: object('dataset.resource.guessedExtractorParams'),
  }),
  route(PreviewDatasetResourceDocument, {
    operationId: 'PreviewResource',
    ...part.retrieve('preview/'),
    respond: object('dataset.resource.preview'),
  }),
  route(ClearResourceCacheDocument, {
    ...part.change('POST', retrieve, 'clean_cache/'),
    operationId: 'CleanResourceCache',
    respond: noContent('clearResourceCache.dataset.revision'),
  }),
];

/** A datasource selects the uid of its file alone. */
const uploadedFile = named('UploadedFile');

const files = partOfDataset('resources/files', { variables: { file_uid: fromPath('file_uid') }, input: {} });

/** The files that the resources of a dataset read (docs/contract/rest.md 2, Files). */
export const resourceFileRoutes = [
  route(UploadResourceFileDocument, {
    ...files.create,
    variables: { input: { ...files.added, file: fileInBody } },
    respond: createdObject('uploadResourceFile.file', { ...tagged, body: uploadedFile }),
  }),
  route(RetrieveResourceFileDocument, {
    ...files.retrieve(),
    respond: object('dataset.resourceFile', { ...tagged, body: uploadedFile }),
  }),
  route(DownloadResourceFileDocument, { ...files.retrieve('download/'), respond: file('dataset.resourceFile') }),
];

/** The operations of realtime resources (docs/contract/rest.md 2, Realtime). */
export const realtimeRoutes = [
  route(RecoverRealtimeRecordsDocument, {
    ...part.change('POST', retrieve, 'recover/'),
    respond: object('recoverRealtimeRecords.resource', tagged),
  }),
  route(DeleteRealtimeRecordsDocument, {
    ...part.change('POST', retrieve, 'delete_recover_data/'),
    respond: object('deleteRealtimeRecords.resource', tagged),
  }),
  route(EnableRealtimeResourceDocument, {
    ...part.change('POST', retrieve, 'enable/'),
    respond: object('enableRealtimeResource.resource', tagged),
  }),
  route(DisableRealtimeResourceDocument, {
    ...part.change('POST', retrieve, 'disable/'),
    respond: object('disableRealtimeResource.resource', tagged),
  }),
  route(RenewPushKeyDocument, {
    ...part.change('POST', retrieve, 'renew_api_key/'),
    respond: object('renewPushKey.resource', tagged),
  }),
];
