import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import type { ReceivedFile } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

type Mutation<Input, Data = object> = TypedDocumentNode<Data, { input: Input }>;

/** Stores a file for the resources of a dataset. */
export const uploadResourceFileMutation: Mutation<
  { datasetUid: string; file: ReceivedFile },
  { uploadResourceFile: { file: { uid: string } } }
> = parse('mutation SeedFile($input: UploadResourceFileInput!) { uploadResourceFile(input: $input) { file { uid } } }');

/** Attaches a file to a dataset. */
export const createAttachmentMutation: Mutation<{ datasetUid: string; file: ReceivedFile }> = parse(
  'mutation SeedAttachment($input: CreateAttachmentInput!) { createAttachment(input: $input) { __typename } }',
);

/** Adds a resource to a dataset. */
export const createResourceMutation: Mutation<{
  datasetUid: string;
  title: string;
  type: string;
  params?: JsonObject;
  datasource?: JsonObject;
}> = parse('mutation SeedResource($input: CreateResourceInput!) { createResource(input: $input) { __typename } }');

/** Appends a processor to a dataset. */
export const appendProcessorMutation: Mutation<{
  datasetUid: string;
  type: string;
  label?: string;
  params?: JsonObject;
}> = parse('mutation SeedProcessor($input: AppendProcessorInput!) { appendProcessor(input: $input) { __typename } }');

/** Requests the publication of a dataset. */
export const publishDatasetMutation: Mutation<{ uid: string }> = parse(
  'mutation SeedPublication($input: PublishDatasetInput!) { publishDataset(input: $input) { __typename } }',
);

/** Changes the settings of the portal. */
export const updatePortalSettingsMutation: Mutation<JsonObject> = parse(
  'mutation SeedPortalSettings($input: UpdatePortalSettingsInput!) { updatePortalSettings(input: $input) { __typename } }',
);

/** Uploads a picture of the portal. */
export const uploadPortalImageMutation: Mutation<
  { file: ReceivedFile },
  { uploadPortalImage: { image: { sha256: string } | null } }
> = parse(
  'mutation SeedPortalImage($input: UploadPortalImageInput!) { uploadPortalImage(input: $input) { image { sha256 } } }',
);

/** Adds a term to the glossary. */
export const createGlossaryTermMutation: Mutation<JsonObject> = parse(
  'mutation SeedTerm($input: CreateGlossaryTermInput!) { createGlossaryTerm(input: $input) { __typename } }',
);

/** Adds a sign-in provider. */
export const createIdentityProviderMutation: Mutation<JsonObject> = parse(
  'mutation SeedProvider($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { __typename } }',
);

/** Creates a studio page as a draft. */
export const createStudioPageMutation: Mutation<JsonObject, { createStudioPage: { configuration: { uid: string } } }> =
  parse(
    'mutation SeedStudioPage($input: CreateStudioPageInput!) { createStudioPage(input: $input) { configuration { uid } } }',
  );

/** Creates a code editor page as a draft. */
export const createCodeEditorPageMutation: Mutation<
  JsonObject,
  { createCodeEditorPage: { configuration: { uid: string } } }
> = parse(
  'mutation SeedCodeEditorPage($input: CreateCodeEditorPageInput!) { createCodeEditorPage(input: $input) { configuration { uid } } }',
);

/** Publishes a page. */
export const publishPageMutation: Mutation<{ uid: string }> = parse(
  'mutation SeedPage($input: PageActionInput!) { publishPage(input: $input) { __typename } }',
);

/** Creates a form as a draft. */
export const createFormMutation: Mutation<JsonObject, { createForm: { configuration: { slug: string } } }> = parse(
  'mutation SeedForm($input: CreateFormInput!) { createForm(input: $input) { configuration { slug } } }',
);

/** Publishes a form. */
export const publishFormMutation: Mutation<{ slug: string }> = parse(
  'mutation SeedFormVersion($input: FormActionInput!) { publishForm(input: $input) { __typename } }',
);

/** Adds a map, a chart or an external asset. */
export const createAssetMutation: Mutation<JsonObject, { createAsset: { asset: { uid: string } } }> = parse(
  'mutation SeedAsset($input: CreateAssetInput!) { createAsset(input: $input) { asset { uid } } }',
);

/** Relates an asset to an asset that it uses. */
export const createAssetRelationMutation: Mutation<{ sourceUid: string; useUid: string; relationType: string }> = parse(
  'mutation SeedRelation($input: AssetRelationInput!) { createAssetRelation(input: $input) { __typename } }',
);
