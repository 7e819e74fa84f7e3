import { expect, test } from '@jest/globals';
import { getNamedType, isAbstractType, isInterfaceType, isObjectType, type GraphQLNamedType } from 'graphql';
import { catalogSchema as schema } from '../support/worker/catalog-schema.ts';

/** The object types below a dataset without `id`, by the reason why a client's cache may replace them. */
const replaceable = {
  'They are single values, which change as a whole.': [
    'BoundingBox',
    'CallsQuota',
    'CodeEditorPageContent',
    'CodeEditorPageTranslation',
    'FederationSource',
    'FieldAnnotation',
    'FieldBoost',
    'FieldLanguages',
    'HttpHeader',
    'LostValues',
    'ParameterValue',
    'PublicationProgress',
    'ReachedLimit',
    'SuggestedValue',
    'TypedValue',
    'StudioPageContent',
    'StudioPageVersion',
    ...['AwsSignatureV4', 'BasicAuth', 'IamRole', 'OAuth2', 'Oidc', 'SharedKey'],
  ],
  'They are the datasource of a resource, which a change replaces as a whole, often by one of another kind.': [
    'AmazonS3Datasource',
    'AzureBlobStorageDatasource',
    'FederatedDatasource',
    'FormDatasource',
    'FtpDatasource',
    'GoogleDriveDatasource',
    'HttpDatasource',
    'SharepointDatasource',
    'SnowflakeDatasource',
    'UploadedFileDatasource',
  ],
  'They contain nothing but the key of another object.': [
    'ConnectionReference',
    'FederatedDataset',
    'FederatedDomain',
    'RelatedGroup',
    'RelatedUser',
  ],
  'They describe the relation to an object that has an id.': [
    'AssetRelation',
    'DataProvider',
    'HarvestedPart',
    'Lineage',
    'LineageHop',
  ],
  'They are computed for each query, and no mutation returns them.': [
    'Aggregate',
    'Change',
    'Export',
    'ExtractorGuess',
    'ExtractorParamsGuess',
    'Facet',
    'FacetValue',
    'FilterWarning',
    'FinishedPublication',
    'Parameter',
    'PreviewField',
    'ProcessorProposal',
    'PublishedFile',
    'QuotaUsage',
    'RecordField',
    'RecordFile',
    'RecordsError',
    'RemoteDataset',
    'RemoteField',
    'ResourceKind',
    'ResourcePreview',
    'Rows',
  ],
  'They describe what a run found at a source, which each run may replace.': ['HarvestedChange', 'HarvestedDataset'],
  'A page is saved with all its rulesets, which contain nothing but rights.': [
    'PageGroupRuleset',
    'PageRuleset',
    'PageUserRuleset',
  ],
};

test('every object type below a dataset has an id, except pages of lists and those that a cache may replace', () => {
  const found = new Set<GraphQLNamedType>();
  const visit = (type: GraphQLNamedType | undefined): void => {
    if (!type || found.has(type)) return;
    found.add(type);
    if (isAbstractType(type)) schema.getPossibleTypes(type).forEach(visit);
    if (isInterfaceType(type) || isObjectType(type))
      for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  visit(schema.getType('Dataset'));
  const isPageOfList = (name: string) => /(Connection|Edge|^PageInfo)$/.test(name);
  const withoutId = [...found]
    .filter(isObjectType)
    .filter((type) => !type.getFields()['id'])
    .map(({ name }) => name)
    .filter((name) => !isPageOfList(name));
  expect(withoutId.sort()).toEqual(Object.values(replaceable).flat().sort());
});
