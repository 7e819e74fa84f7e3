/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** How often a caller may ask. */
export type CallsQuotaInput = {
  /** How many calls in one span, 0 at least. */
  limit: number;
  /** The span in which calls are counted. */
  unit: QuotaUnit;
};

/** A dataset to be created. */
export type CreateDatasetInput = {
  /** The identifier for people; made from the title when left out. */
  datasetId?: string | null | undefined;
  /** What users without a ruleset get; everything by default. */
  defaultSecurity?: DatasetSecurityInput | null | undefined;
  /** Whether only users with a ruleset see it; false by default. */
  isRestricted?: boolean | null | undefined;
  /** The metadata as one map: template → field → `{value}`; may be empty. */
  metadata: Readonly<Record<string, unknown>>;
};

/** A dataset that something is done with. */
export type DatasetActionInput = {
  /** The revision that you have seen; nothing is done at another one. */
  expectedRevision?: number | null | undefined;
  /** The dataset's uid. */
  uid: string | number;
};

/** What someone gets of a dataset's data; what is left out takes its default. */
export type DatasetSecurityInput = {
  /** How often; null, the default, for any number of calls. */
  apiCallsQuota?: CallsQuotaInput | null | undefined;
  /** Which records, as a query; empty, the default, for all of them. */
  filterQuery?: string | null | undefined;
  /** Whether the data is visible at all; true by default. */
  isDataVisible?: boolean | null | undefined;
  /** The names of the fields to be seen, each once; null, the default, for all of them. */
  visibleFields?: Array<string> | null | undefined;
};

/** The span in which calls are counted. */
export type QuotaUnit =
  | 'day'
  | 'hour'
  | 'minute'
  | 'month'
  | 'second';

/** A change of a dataset's own properties; what is left out is kept. */
export type UpdateDatasetInput = {
  /** A new identifier for people; only while the dataset is not published. */
  datasetId?: string | null | undefined;
  /** What users without a ruleset get. */
  defaultSecurity?: DatasetSecurityInput | null | undefined;
  /** The revision that you have seen; the change is refused at another one. */
  expectedRevision?: number | null | undefined;
  /** Whether only users with a ruleset see it. */
  isRestricted?: boolean | null | undefined;
  /** The dataset's uid. */
  uid: string | number;
};

export type DatasetBodyFragment = { uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } };

export type ListDatasetsQueryVariables = Exact<{
  limit: number;
  offset: number;
  dataset_id?: string | null | undefined;
}>;


export type ListDatasetsQuery = { datasets: { totalCount: number, nodes: Array<{ uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } }> } };

export type RetrieveDatasetQueryVariables = Exact<{
  dataset_uid: string | number;
}>;


export type RetrieveDatasetQuery = { dataset: { revision: number, uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } } | null };

export type CreateDatasetMutationVariables = Exact<{
  input: CreateDatasetInput;
}>;


export type CreateDatasetMutation = { createDataset: { dataset: { revision: number, uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } } | null } };

export type UpdateDatasetMutationVariables = Exact<{
  input: UpdateDatasetInput;
}>;


export type UpdateDatasetMutation = { updateDataset: { dataset: { revision: number, uid: string, metadata: Readonly<Record<string, unknown>>, dataset_id: string, created_at: string, updated_at: string, is_published: boolean, is_restricted: boolean, created_by: { username: string } | null, updated_by: { username: string } | null, default_security: { is_data_visible: boolean, visible_fields: Array<string> | null, filter_query: string, api_calls_quota: { unit: QuotaUnit, limit: number } | null } } | null } };

export type DeleteDatasetMutationVariables = Exact<{
  input: DatasetActionInput;
}>;


export type DeleteDatasetMutation = { deleteDataset: { uid: string } };

export type DatasetRightsQueryVariables = Exact<{
  dataset_uid: string | number;
}>;


export type DatasetRightsQuery = { dataset: { revision: number, mayEdit: boolean, mayPublish: boolean, mayManage: boolean } | null };

export const DatasetBodyFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<DatasetBodyFragment, unknown>;
export const ListDatasetsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListDatasets"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"limit"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"offset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"datasets"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"limit"}}},{"kind":"Argument","name":{"kind":"Name","value":"offset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"offset"}}},{"kind":"Argument","name":{"kind":"Name","value":"datasetId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<ListDatasetsQuery, ListDatasetsQueryVariables>;
export const RetrieveDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RetrieveDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<RetrieveDatasetQuery, RetrieveDatasetQueryVariables>;
export const CreateDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateDatasetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<CreateDatasetMutation, CreateDatasetMutationVariables>;
export const UpdateDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateDatasetInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"DatasetBody"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"DatasetBody"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Dataset"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}},{"kind":"Field","alias":{"kind":"Name","value":"dataset_id"},"name":{"kind":"Name","value":"datasetId"}},{"kind":"Field","alias":{"kind":"Name","value":"created_at"},"name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","alias":{"kind":"Name","value":"updated_at"},"name":{"kind":"Name","value":"updatedAt"}},{"kind":"Field","alias":{"kind":"Name","value":"created_by"},"name":{"kind":"Name","value":"createdBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"updated_by"},"name":{"kind":"Name","value":"updatedBy"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"username"}}]}},{"kind":"Field","alias":{"kind":"Name","value":"is_published"},"name":{"kind":"Name","value":"isPublished"}},{"kind":"Field","alias":{"kind":"Name","value":"is_restricted"},"name":{"kind":"Name","value":"isRestricted"}},{"kind":"Field","name":{"kind":"Name","value":"metadata"}},{"kind":"Field","alias":{"kind":"Name","value":"default_security"},"name":{"kind":"Name","value":"defaultSecurity"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"is_data_visible"},"name":{"kind":"Name","value":"isDataVisible"}},{"kind":"Field","alias":{"kind":"Name","value":"visible_fields"},"name":{"kind":"Name","value":"visibleFields"}},{"kind":"Field","alias":{"kind":"Name","value":"filter_query"},"name":{"kind":"Name","value":"filterQuery"}},{"kind":"Field","alias":{"kind":"Name","value":"api_calls_quota"},"name":{"kind":"Name","value":"apiCallsQuota"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}}]}}]}}]}}]} as unknown as DocumentNode<UpdateDatasetMutation, UpdateDatasetMutationVariables>;
export const DeleteDatasetDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteDataset"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DatasetActionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteDataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"uid"}}]}}]}}]} as unknown as DocumentNode<DeleteDatasetMutation, DeleteDatasetMutationVariables>;
export const DatasetRightsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DatasetRights"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"dataset"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"uid"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataset_uid"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"mayEdit"}},{"kind":"Field","name":{"kind":"Name","value":"mayPublish"}},{"kind":"Field","name":{"kind":"Name","value":"mayManage"}}]}}]}}]} as unknown as DocumentNode<DatasetRightsQuery, DatasetRightsQueryVariables>;