/**
 * @generated SignedSource<<400d539974d8317de4fe6000c03ed95f>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type datasetsDeleteMutation$variables = {
  connections: ReadonlyArray<string>;
  uid: string;
};
export type datasetsDeleteMutation$data = {
  readonly deleteDataset: {
    readonly deletedId: string;
  };
};
export type datasetsDeleteMutation = {
  response: datasetsDeleteMutation$data;
  variables: datasetsDeleteMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "connections"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "uid"
},
v2 = [
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
v3 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "deletedId",
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "datasetsDeleteMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "DeleteDatasetPayload",
        "kind": "LinkedField",
        "name": "deleteDataset",
        "plural": false,
        "selections": [
          (v3/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v1/*:: as any*/),
      (v0/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "datasetsDeleteMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "DeleteDatasetPayload",
        "kind": "LinkedField",
        "name": "deleteDataset",
        "plural": false,
        "selections": [
          (v3/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "filters": null,
            "handle": "deleteEdge",
            "key": "",
            "kind": "ScalarHandle",
            "name": "deletedId",
            "handleArgs": [
              {
                "kind": "Variable",
                "name": "connections",
                "variableName": "connections"
              }
            ]
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "557b075921ab6dce88f86cfc66371126",
    "id": null,
    "metadata": {},
    "name": "datasetsDeleteMutation",
    "operationKind": "mutation",
    "text": "mutation datasetsDeleteMutation(\n  $uid: ID!\n) {\n  deleteDataset(input: {uid: $uid}) {\n    deletedId\n    id\n  }\n}\n"
  }
};
})();

(node as any).hash = "38519aba5be3f6120dc8eeedd2d06c4e";

export default node;
