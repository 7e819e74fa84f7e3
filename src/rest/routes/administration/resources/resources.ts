import {
  CleanResourceCacheDocument,
  CreateResourceDocument,
  DeleteResourceDocument,
  GuessResourceExtractorParamsDocument,
  GuessResourceExtractorsDocument,
  GuessUnsavedExtractorParamsDocument,
  GuessUnsavedExtractorsDocument,
  ListExtractorsDocument,
  ListResourcesDocument,
  PreviewResourceDocument,
  PreviewUnsavedResourceDocument,
  RetrieveResourceDocument,
  UpdateResourceDocument,
} from '#rest/generated/operations.ts';
import {
  expectedRevision,
  fromBody,
  fromExpand,
  fromPath,
  fromReplacingBody,
  pageVariables,
} from '#rest/request/request-value.ts';
import { createdObject, list, noContent, object, page } from '#rest/responders/responders.ts';
import { route } from '#rest/route.ts';
import { expandedResource } from './resource-body.ts';

const resourceVariables = {
  dataset_uid: fromPath('dataset_uid'),
  resource_uid: fromPath('resource_uid'),
};
/** The variables of an action on a resource. */
export const resourceAction = {
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
export const retrieveResource = route(RetrieveResourceDocument, {
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
  route(GuessUnsavedExtractorsDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/guess_extractors/',
    needs: { rights: ['configure'] },
    variables: { input: unsavedResource },
    respond: list('guessExtractors'),
  }),
  route(GuessUnsavedExtractorParamsDocument, {
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/guess_extractor_params/',
    needs: { rights: ['configure'] },
    variables: { input: { ...unsavedResource, type: fromBody('type') } },
    respond: object('guessExtractorParams'),
  }),
  route(PreviewUnsavedResourceDocument, {
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
  route(GuessResourceExtractorsDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/guess_extractors/',
    variables: resourceVariables,
    respond: list('dataset.resource.guessedExtractors'),
  }),
  route(GuessResourceExtractorParamsDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/guess_extractors_params/',
    variables: resourceVariables,
    respond: object('dataset.resource.guessedExtractorParams'),
  }),
  route(PreviewResourceDocument, {
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
