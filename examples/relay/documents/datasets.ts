import { graphql } from 'relay-runtime';

// Relay's compiler reads these documents; the example imports what it generates. An application has each document beside its component, and
// the Relay plugin of its bundler replaces it by that import.

export const datasetsQuery = graphql`
  query datasetsQuery($first: Int!, $after: String) {
    datasets(first: $first, after: $after) @connection(key: "datasetsQuery_datasets") {
      __id
      edges {
        cursor
        node {
          ...datasets_listed @relay(mask: false)
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

export const listed = graphql`
  fragment datasets_listed on Dataset {
    id
    uid
    revision
    title
    status {
      id
      status
      isPublished
    }
  }
`;

export const changeTitle = graphql`
  mutation datasetsChangeTitleMutation($datasetUid: ID!, $revision: Int!, $title: String!) {
    updateDatasetMetadata(input: { datasetUid: $datasetUid, title: $title, expectedRevision: $revision }) {
      dataset {
        id
        revision
        title
      }
    }
  }
`;

export const create = graphql`
  mutation datasetsCreateMutation($title: String!, $connections: [ID!]!) {
    createDataset(input: { title: $title }) {
      datasetEdge @appendEdge(connections: $connections) {
        cursor
        node {
          ...datasets_listed @relay(mask: false)
        }
      }
    }
  }
`;

export const remove = graphql`
  mutation datasetsDeleteMutation($uid: ID!, $connections: [ID!]!) {
    deleteDataset(input: { uid: $uid }) {
      deletedId @deleteEdge(connections: $connections)
    }
  }
`;

export const uploadFile = graphql`
  mutation datasetsUploadFileMutation($datasetUid: ID!, $file: Upload!) {
    uploadResourceFile(input: { datasetUid: $datasetUid, file: $file }) {
      file {
        id
        uid
      }
    }
  }
`;

export const addFileResource = graphql`
  mutation datasetsAddFileResourceMutation($datasetUid: ID!, $title: String!, $fileUid: ID!) {
    createResource(
      input: {
        datasetUid: $datasetUid
        title: $title
        type: "csvfile"
        datasource: { uploadedFile: { file: { uid: $fileUid } } }
      }
    ) {
      resource {
        id
        uid
        title
      }
      dataset {
        id
        revision
      }
    }
  }
`;

export const publish = graphql`
  mutation datasetsPublishMutation($uid: ID!) {
    publishDataset(input: { uid: $uid }) {
      dataset {
        id
        revision
        status {
          id
          status
          isPublished
        }
      }
    }
  }
`;

export const status = graphql`
  subscription datasetsStatusSubscription($uid: ID!) {
    datasetStatus(uid: $uid) {
      id
      status
      isPublished
      message
    }
  }
`;
