import {
  CleanResourceCacheDocument,
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
import {
  expectedRevision,
  fileInBody,
  fromBody,
  fromExpand,
  fromPath,
  fromReplacingBody,
  pageVariables,
} from '#rest/request/request-value.ts';
import { createdObject, list, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import {
  type BodyMapping,
  named,
  omit,
  type Property,
  renameShape,
  type Shape,
  withProperty,
} from '#rest/responders/body-mapping.ts';
import { file } from '#rest/responders/file.ts';

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
const expandShape = (datasource: Shape, part: string, name: string, expansion: Property | undefined): Shape =>
  withProperty(datasource, part, (property) => ({
    ...property,
    shape: renameShape(addOptionalProperties(expansion?.shape, property.shape), name),
  }));

function addOptionalProperties(expansion: Shape | undefined, own: Shape): Shape {
  if (expansion?.kind !== 'object' || own.kind !== 'object') return own;
  const optional = [...expansion.properties].map(
    ([name, property]) => [name, { ...property, isOptional: true }] as const,
  );
  return { ...own, properties: new Map([...optional, ...own.properties]) };
}

const resourceVariables = {
  dataset_uid: fromPath('dataset_uid'),
  resource_uid: fromPath('resource_uid'),
};
/** The variables of an action on a resource. */
const resourceAction = {
  input: { datasetUid: fromPath('dataset_uid'), uid: fromPath('resource_uid'), expectedRevision },
};
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
const retrieveResource = route(RetrieveResourceDocument, {
  method: 'GET',
  path: '/datasets/{dataset_uid}/resources/{resource_uid}/',
  variables: { ...resourceVariables, ...expansions },
  respond: object('dataset.resource', { etag: 'dataset.revision', body: expandedResource }),
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
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/',
    variables: { dataset_uid: fromPath('dataset_uid'), ...pageVariables, ...expansions },
    respond: page('dataset.resources', {
      etag: 'dataset.revision',
      node: expandedResource,
    }),
  }),
  route(CreateResourceDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/',
    needs: { rights: ['mayEdit'] },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        type: fromBody('type'),
        title: fromBody('title'),
        params: fromBody('params'),
        url: fromBody('url'),
        datasource: fromBody('datasource'),
        expectedRevision,
      },
    },
    respond: createdObject('createResource.resource', { etag: 'createResource.dataset.revision' }),
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
    needs: { rights: ['mayEdit'] },
    variables: { input: { ...unsavedResource, type: fromBody('type'), params: fromBody('params') } },
    respond: object('previewResource'),
  }),
  retrieveResource,
  route(UpdateResourceDocument, {
    method: 'PUT',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveResource },
    variables: {
      input: {
        datasetUid: fromPath('dataset_uid'),
        uid: fromPath('resource_uid'),
        type: fromReplacingBody('type'),
        title: fromReplacingBody('title'),
        params: fromReplacingBody('params'),
        url: fromReplacingBody('url'),
        datasource: fromReplacingBody('datasource'),
        expectedRevision,
      },
    },
    respond: object('updateResource.resource', { etag: 'updateResource.dataset.revision' }),
  }),
  route(DeleteResourceDocument, {
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/',
    needs: { rights: ['mayEdit'], target: retrieveResource },
    variables: resourceAction,
    respond: noContent('deleteResource.dataset.revision'),
  }),
  route(GuessDatasetResourceExtractorsDocument, {
    operationId: 'GuessResourceExtractors',
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/guess_extractors/',
    variables: resourceVariables,
    respond: list('dataset.resource.guessedExtractors'),
  }),
  route(GuessDatasetResourceExtractorParamsDocument, {
    operationId: 'GuessResourceExtractorParams',
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/guess_extractors_params/',
    variables: resourceVariables,
    respond: object('dataset.resource.guessedExtractorParams'),
  }),
  route(PreviewDatasetResourceDocument, {
    operationId: 'PreviewResource',
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/preview/',
    variables: resourceVariables,
    respond: object('dataset.resource.preview'),
  }),
  route(CleanResourceCacheDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/clean_cache/',
    needs: { rights: ['mayEdit'], target: retrieveResource },
    variables: resourceAction,
    respond: noContent('cleanResourceCache.dataset.revision'),
  }),
];

/** A datasource selects the uid of its file alone. */
const uploadedFile = named('UploadedFile');

/** The files that the resources of a dataset read (docs/contract/rest.md 2, Files). */
export const resourceFileRoutes = [
  route(UploadResourceFileDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/files/',
    needs: { rights: ['mayEdit'] },
    variables: {
      input: { datasetUid: fromPath('dataset_uid'), file: fileInBody, expectedRevision },
    },
    respond: createdObject('uploadResourceFile.file', {
      etag: 'uploadResourceFile.dataset.revision',
      body: uploadedFile,
    }),
  }),
  route(RetrieveResourceFileDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/files/{file_uid}/',
    variables: { dataset_uid: fromPath('dataset_uid'), file_uid: fromPath('file_uid') },
    respond: object('dataset.resourceFile', { etag: 'dataset.revision', body: uploadedFile }),
  }),
  route(DownloadResourceFileDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/files/{file_uid}/download/',
    variables: { dataset_uid: fromPath('dataset_uid'), file_uid: fromPath('file_uid') },
    respond: file('dataset.resourceFile'),
  }),
];

/** The declarations that all these routes share. */
const actionOnResource = {
  method: 'POST',
  needs: { rights: ['mayEdit'], target: retrieveResource },
  variables: resourceAction,
} as const;
const resourcePath = '/datasets/{dataset_uid}/resources/{resource_uid}';

/** The operations of realtime resources (docs/contract/rest.md 2, Realtime). */
export const realtimeRoutes = [
  route(RecoverRealtimeRecordsDocument, {
    ...actionOnResource,
    path: `${resourcePath}/recover/`,
    respond: object('recoverRealtimeRecords.resource', {
      etag: 'recoverRealtimeRecords.dataset.revision',
    }),
  }),
  route(DeleteRealtimeRecordsDocument, {
    ...actionOnResource,
    path: `${resourcePath}/delete_recover_data/`,
    respond: object('deleteRealtimeRecords.resource', {
      etag: 'deleteRealtimeRecords.dataset.revision',
    }),
  }),
  route(EnableRealtimeResourceDocument, {
    ...actionOnResource,
    path: `${resourcePath}/enable/`,
    respond: object('enableRealtimeResource.resource', {
      etag: 'enableRealtimeResource.dataset.revision',
    }),
  }),
  route(DisableRealtimeResourceDocument, {
    ...actionOnResource,
    path: `${resourcePath}/disable/`,
    respond: object('disableRealtimeResource.resource', {
      etag: 'disableRealtimeResource.dataset.revision',
    }),
  }),
  route(RenewPushKeyDocument, {
    ...actionOnResource,
    path: `${resourcePath}/renew_api_key/`,
    respond: object('renewPushKey.resource', { etag: 'renewPushKey.dataset.revision' }),
  }),
];
