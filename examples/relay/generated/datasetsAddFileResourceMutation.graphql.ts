/**
 * @generated SignedSource<<ef1a485a62e61cb4c37278a56f0e370b>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type datasetsAddFileResourceMutation$variables = {
  datasetUid: string;
  fileUid: string;
  title: string;
};
export type datasetsAddFileResourceMutation$data = {
  readonly createResource: {
    readonly dataset: {
      readonly id: string;
      readonly revision: number;
    } | null | undefined;
    readonly resource: {
      readonly id: string;
      readonly title: string;
      readonly uid: string;
    } | null | undefined;
  };
};
export type datasetsAddFileResourceMutation = {
  response: datasetsAddFileResourceMutation$data;
  variables: datasetsAddFileResourceMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "datasetUid"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "fileUid"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "title"
},
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v4 = [
  {
    "alias": null,
    "args": [
      {
        "fields": [
          {
            "kind": "Variable",
            "name": "datasetUid",
            "variableName": "datasetUid"
          },
          {
            "fields": [
              {
                "fields": [
                  {
                    "kind": "Variable",
                    "name": "uid",
                    "variableName": "fileUid"
                  }
                ],
                "kind": "ObjectValue",
                "name": "file"
              },
              {
                "kind": "Literal",
                "name": "type",
                "value": "uploaded_file"
              }
            ],
            "kind": "ObjectValue",
            "name": "datasource"
          },
          {
            "kind": "Variable",
            "name": "title",
            "variableName": "title"
          },
          {
            "kind": "Literal",
            "name": "type",
            "value": "csvfile"
          }
        ],
        "kind": "ObjectValue",
        "name": "input"
      }
    ],
    "concreteType": "ResourcePayload",
    "kind": "LinkedField",
    "name": "createResource",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Resource",
        "kind": "LinkedField",
        "name": "resource",
        "plural": false,
        "selections": [
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "uid",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "title",
            "storageKey": null
          }
        ],
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "concreteType": "Dataset",
        "kind": "LinkedField",
        "name": "dataset",
        "plural": false,
        "selections": [
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "revision",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ],
    "storageKey": null
  }
];
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "datasetsAddFileResourceMutation",
    "selections": (v4/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v2/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "datasetsAddFileResourceMutation",
    "selections": (v4/*:: as any*/)
  },
  "params": {
    "cacheID": "d3251165c32ca3b7294ec1d0488d4462",
    "id": null,
    "metadata": {},
    "name": "datasetsAddFileResourceMutation",
    "operationKind": "mutation",
    "text": "mutation datasetsAddFileResourceMutation(\n  $datasetUid: ID!\n  $title: String!\n  $fileUid: ID!\n) {\n  createResource(input: {datasetUid: $datasetUid, title: $title, type: \"csvfile\", datasource: {type: uploaded_file, file: {uid: $fileUid}}}) {\n    resource {\n      id\n      uid\n      title\n    }\n    dataset {\n      id\n      revision\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "c943171ef92488b90ebfac3d937ab8a1";

export default node;
