import type { GraphiqlTab } from './graphiql.ts';

/** What GraphiQL opens with: the catalog for everybody, a dataset's whole configuration, a change, and a publication as it goes on. */
export const graphiqlTabs: readonly GraphiqlTab[] = [
  {
    query: `# The published datasets, for everybody.
query Catalog {
  catalog(first: 10) {
    totalCount
    nodes { uid datasetId metadata fields }
  }
}
`,
  },
  {
    query: `# What you may configure. Put your API key into the headers below.
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
    query: `# How a publication goes on. Put your API key into the headers below, and the uid of a dataset into the variables.
subscription DatasetStatus($uid: ID!) {
  datasetStatus(uid: $uid) { status previous since message params }
}
`,
    variables: { uid: '' },
  },
  {
    query: `# A new dataset. Put your API key into the headers below.
mutation CreateDataset {
  createDataset(input: { metadata: { default: { title: { value: "My first dataset" } } } }) {
    dataset { uid datasetId revision createdAt }
  }
}
`,
  },
];
