/**
 * The same selections in two schemas. PostGraphile names things after tables and columns; aliases give them the graph's names,
 * and an alias like `status__since` stands for the field `since` of `status`.
 */
const plain = 'uid datasetId createdAt updatedAt revision isPublished isRestricted metadata';

export const gatewayFields = {
  dataset: `${plain} createdBy { username } updatedBy { username }`,
  resource: 'uid type title params url updatedAt',
  get parts() {
    return `resources { nodes { ${this.resource} } } processors { nodes { uid type label params } }`;
  },
  get deep() {
    return `${this.parts} fieldConfigurations { nodes { uid type label } }
      userRulesets { nodes { permissions } } groupRulesets { nodes { permissions } }
      versions { nodes { uid revision sections createdAt createdBy { username } } }
      status { status previous changedAt message recordsErrors { recordId fieldUid processorUid message } }`;
  },
};

export const postgraphileFields = {
  dataset: `${plain} createdBy: userAccountByCreatedBy { username } updatedBy: userAccountByUpdatedBy { username }`,
  resource: 'uid type title params url updatedAt',
  get parts() {
    return `resources: resourcesByDatasetUid(first: 20, orderBy: [CREATED_AT_ASC, UID_ASC]) { nodes { ${this.resource} } }
      processors: processorsByDatasetUid(first: 20, orderBy: [POSITION_ASC, UID_ASC]) { nodes { uid type label params } }`;
  },
  get deep() {
    return `${this.parts}
      fieldConfigurations: fieldConfigurationsByDatasetUid(first: 20, orderBy: [POSITION_ASC, UID_ASC]) { nodes { uid type label } }
      userRulesets(first: 20) { nodes { permissions } } groupRulesets(first: 20) { nodes { permissions } }
      versions: datasetVersionsByDatasetUid(first: 20, orderBy: [REVISION_DESC, UID_DESC]) {
        nodes { uid revision sections createdAt createdBy: userAccountByCreatedBy { username } }
      }
      status__status: status status__previous: previousStatus status__since: statusSince status__message: statusMessage status__recordsErrors: recordsErrors`;
  },
};

/** The list of datasets in the gateway's schema. */
export const gatewayList = (selection: string, size: number, more = '') => ({
  offset: `query List($offset: Int!) { datasets(first: ${String(size)}, offset: $offset) { ${more} nodes { ${selection} } } }`,
  after: `query List($after: String!) { datasets(first: ${String(size)}, after: $after) { ${more} nodes { ${selection} } } }`,
});

const byCreation = 'orderBy: [CREATED_AT_ASC, UID_ASC]';

/** The same in PostGraphile's. */
export const postgraphileList = (selection: string, size: number, more = '') => ({
  offset: `query List($offset: Int!) { datasets: allDatasets(first: ${String(size)}, offset: $offset, ${byCreation}) { ${more} nodes { ${selection} } } }`,
  after: `query List($after: Cursor!) { datasets: allDatasets(first: ${String(size)}, after: $after, ${byCreation}) { ${more} nodes { ${selection} } } }`,
});
