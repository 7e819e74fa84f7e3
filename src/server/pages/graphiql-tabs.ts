import type { JsonObject } from '#kernel/json.ts';

/** A tab that GraphiQL opens with. */
export interface GraphiqlTab {
  readonly query: string;
  readonly variables?: JsonObject;
  /** Request headers as GraphiQL edits them: JSON, comments allowed. */
  readonly headers?: string;
}

/** The tabs that GraphiQL opens with: the catalog, a search, records, a dataset's configuration, the progress of a publication, and a mutation. */
export const graphiqlTabs: readonly GraphiqlTab[] = [
  {
    query: `# The published datasets, for everyone.
query Catalog {
  catalog(first: 10) {
    totalCount
    nodes { uid datasetId metadata fields }
  }
}
`,
  },
  {
    query: `# A search page: datasets that match words, with facets, for everyone.
query Search {
  search(query: "data", facets: [{ field: "theme" }, { field: "keyword" }], first: 20) {
    totalCount
    edges { score highlights { path text } node { datasetId title description } }
    facets { name values { value label count state } }
  }
}
`,
  },
  {
    query: `# The published records of datasets, for everyone: their schema, a page, facets and an aggregate.
# A filter is typed, as in records(filter: { field: "name", text: { like: "a*" } }), or ODSQL text, as in records(where: "name like 'a*'").
query Records {
  catalog(first: 3) {
    nodes {
      datasetId title recordCount
      schema { name label type isFacet }
      records(first: 5) { totalCount nodes { recordId values } pageInfo { hasNextPage endCursor } }
      recordFacets { name values { value count } }
      aggregate(measures: [{ function: count, as: "records" }]) { groups }
      rows(odsql: { select: "count(*) as records", limit: 1 }) { results }
    }
  }
}
`,
  },
  {
    query: `# The datasets that you may configure. Enter your API key in the headers below.
query Datasets {
  datasets(first: 10) {
    totalCount
    nodes {
      uid datasetId isPublished revision updatedAt updatedBy { username }
      resources { nodes { title type displayName } }
      processors { nodes { type label params } }
      versions(first: 5) { nodes { sections createdAt createdBy { username } } }
      status { status previous since message }
    }
  }
}
`,
  },
  {
    query: `# The progress of a publication. Enter your API key in the headers below and the uid of a dataset in the variables.
subscription DatasetStatus($uid: ID!) {
  datasetStatus(uid: $uid) { status previous since message params }
}
`,
    variables: { uid: '' },
  },
  {
    query: `# Creates a dataset. Enter your API key in the headers below.
mutation CreateDataset {
  createDataset(input: { metadata: { default: { title: { value: "My first dataset" } } } }) {
    dataset { uid datasetId revision createdAt }
  }
}
`,
  },
];
