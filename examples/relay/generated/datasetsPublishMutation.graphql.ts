/**
 * @generated SignedSource<<d3144a4aa524dba28918b9cc209bb66d>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type DatasetStatus = "aborting_processing" | "deleting" | "error" | "idle" | "limit_reached" | "processing" | "queued" | "saving_version" | "%future added value";
export type datasetsPublishMutation$variables = {
  uid: string;
};
export type datasetsPublishMutation$data = {
  readonly publishDataset: {
    readonly dataset: {
      readonly id: string;
      readonly revision: number;
      readonly status: {
        readonly id: string;
        readonly isPublished: boolean;
        readonly status: DatasetStatus;
      } | null | undefined;
    } | null | undefined;
  };
};
export type datasetsPublishMutation = {
  response: datasetsPublishMutation$data;
  variables: datasetsPublishMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "uid"
  }
],
v1 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v2 = [
  {
    "alias": null,
    "args": [
      {
        "fields": [
          {
            "kind": "Variable",
            "name": "uid",
            "variableName": "uid"
          }
        ],
        "kind": "ObjectValue",
        "name": "input"
      }
    ],
    "concreteType": "DatasetPayload",
    "kind": "LinkedField",
    "name": "publishDataset",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "Dataset",
        "kind": "LinkedField",
        "name": "dataset",
        "plural": false,
        "selections": [
          (v1/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "revision",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "concreteType": "PublicationStatus",
            "kind": "LinkedField",
            "name": "status",
            "plural": false,
            "selections": [
              (v1/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "status",
                "storageKey": null
              },
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "isPublished",
                "storageKey": null
              }
            ],
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
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Fragment",
    "metadata": null,
    "name": "datasetsPublishMutation",
    "selections": (v2/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "datasetsPublishMutation",
    "selections": (v2/*:: as any*/)
  },
  "params": {
    "cacheID": "be27d8d4063f86bb7aa3cf892f923268",
    "id": null,
    "metadata": {},
    "name": "datasetsPublishMutation",
    "operationKind": "mutation",
    "text": "mutation datasetsPublishMutation(\n  $uid: ID!\n) {\n  publishDataset(input: {uid: $uid}) {\n    dataset {\n      id\n      revision\n      status {\n        id\n        status\n        isPublished\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "604528fbaafc157e3975d6d76c519db5";

export default node;
