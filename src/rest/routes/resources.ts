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
} from '../generated/operations.ts';
import { array, created, empty, one, page } from '../responders/responders.ts';
import type { RestInput } from '../rest-input.ts';
import { route } from '../route.ts';
import { kindBody, pageVariables, withoutNulls } from '../wire-values.ts';

const named = ({ path }: RestInput) => ({ dataset_uid: path['dataset_uid'], resource_uid: path['resource_uid'] });
/** The variables of what is done with a resource. */
export const resourceAction = ({ path, expectedRevision }: RestInput) => ({
  input: { datasetUid: path['dataset_uid'], uid: path['resource_uid'], expectedRevision },
});
const unsaved = ({ path, body }: RestInput) => ({ datasetUid: path['dataset_uid'], datasource: body['datasource'] });

/** What `expand` asks for, comma-separated or repeated; what nobody knows is ignored. */
function expansions({ query }: RestInput) {
  const asked = [query['expand'] ?? []].flat().flatMap((each) => each.split(','));
  return {
    expand_connection: asked.includes('datasource.connection'),
    expand_dataset: asked.includes('datasource.dataset'),
  };
}

type Part = object | null | undefined;

/** A datasource with all of its connection or of its remote dataset, where that was asked for and could be had. */
function expanded(datasource: Part, connection: Part, remoteDataset: Part): Part {
  if (!datasource) return datasource;
  return {
    ...datasource,
    ...(connection &&
      'connection' in datasource && { connection: { ...connection, ...(datasource.connection ?? {}) } }),
    ...(remoteDataset && 'dataset' in datasource && { dataset: { ...remoteDataset, ...(datasource.dataset ?? {}) } }),
  };
}

/** A resource leaves out the address and the datasource that it does not have (docs/contract/objects.md, Resource). */
export function resourceBody<
  Resource extends {
    readonly url: unknown;
    readonly datasource: Part;
    readonly connection?: Part;
    readonly remoteDataset?: Part;
  },
>(resource: Resource | null | undefined) {
  if (!resource) return resource;
  const { url, datasource, connection, remoteDataset, ...rest } = resource;
  return { ...rest, ...withoutNulls({ url, datasource: expanded(datasource, connection, remoteDataset) }) };
}

export const retrieveResource = route({
  method: 'GET',
  path: '/datasets/{dataset_uid}/resources/{resource_uid}/',
  operation: RetrieveResourceDocument,
  variables: (input) => ({ ...named(input), ...expansions(input) }),
  respond: one(
    ({ dataset }) => resourceBody(dataset?.resource),
    ({ dataset }) => dataset?.revision,
  ),
});

/** Where the records of a dataset come from, and the formats they come in (docs/contract/rest.md 2). */
export const resourceRoutes = [
  route({
    method: 'GET',
    path: '/extractors/',
    operation: ListExtractorsDocument,
    variables: () => ({}),
    respond: array(({ extractors }) => extractors?.map(kindBody)),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/',
    operation: ListResourcesDocument,
    variables: (input) => ({ dataset_uid: input.path['dataset_uid'], ...pageVariables(input), ...expansions(input) }),
    respond: page(({ dataset }) => dataset?.resources, {
      revisionOf: ({ dataset }) => dataset?.revision,
      node: resourceBody,
    }),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/',
    operation: CreateResourceDocument,
    needs: 'mayEdit',
    variables: ({ path, body, expectedRevision }) => ({
      input: {
        datasetUid: path['dataset_uid'],
        type: body['type'],
        title: body['title'],
        params: body['params'],
        url: body['url'],
        datasource: body['datasource'],
        expectedRevision,
      },
    }),
    respond: created(
      ({ createResource }) => resourceBody(createResource.resource),
      ({ createResource }) => createResource.dataset?.revision,
    ),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/guess_extractors/',
    operation: GuessUnsavedExtractorsDocument,
    needs: 'configure',
    variables: (input) => ({ input: unsaved(input) }),
    respond: array(({ guessExtractors }) => guessExtractors?.map(kindBody)),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/guess_extractor_params/',
    operation: GuessUnsavedExtractorParamsDocument,
    needs: 'configure',
    variables: (input) => ({ input: { ...unsaved(input), type: input.body['type'] } }),
    respond: one(({ guessExtractorParams }) => guessExtractorParams),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/preview/',
    operation: PreviewUnsavedResourceDocument,
    needs: 'mayEdit',
    variables: (input) => ({ input: { ...unsaved(input), type: input.body['type'], params: input.body['params'] } }),
    respond: one(({ previewResource }) => previewResource),
  }),
  retrieveResource,
  route({
    method: 'PUT',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/',
    operation: UpdateResourceDocument,
    needs: 'mayEdit',
    part: retrieveResource,
    variables: ({ path, body, expectedRevision }) => ({
      input: {
        datasetUid: path['dataset_uid'],
        uid: path['resource_uid'],
        type: body['type'] ?? null,
        title: body['title'] ?? null,
        params: body['params'] ?? null,
        url: body['url'] ?? null,
        datasource: body['datasource'] ?? null,
        expectedRevision,
      },
    }),
    respond: one(
      ({ updateResource }) => resourceBody(updateResource.resource),
      ({ updateResource }) => updateResource.dataset?.revision,
    ),
  }),
  route({
    method: 'DELETE',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/',
    operation: DeleteResourceDocument,
    needs: 'mayEdit',
    part: retrieveResource,
    variables: resourceAction,
    respond: empty(({ deleteResource }) => deleteResource.dataset?.revision),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/guess_extractors/',
    operation: GuessResourceExtractorsDocument,
    variables: named,
    respond: array(({ dataset }) => dataset?.resource?.guessedExtractors.map(kindBody)),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/guess_extractors_params/',
    operation: GuessResourceExtractorParamsDocument,
    variables: named,
    respond: one(({ dataset }) => dataset?.resource?.guessedExtractorParams),
  }),
  route({
    method: 'GET',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/preview/',
    operation: PreviewResourceDocument,
    variables: named,
    respond: one(({ dataset }) => dataset?.resource?.preview),
  }),
  route({
    method: 'POST',
    path: '/datasets/{dataset_uid}/resources/{resource_uid}/clean_cache/',
    operation: CleanResourceCacheDocument,
    needs: 'mayEdit',
    part: retrieveResource,
    variables: resourceAction,
    respond: empty(({ cleanResourceCache }) => cleanResourceCache.dataset?.revision),
  }),
];
