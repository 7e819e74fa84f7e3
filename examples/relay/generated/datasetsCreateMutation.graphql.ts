/**
 * @generated SignedSource<<d1ffa44034d2442c285d2ee292abe319>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type DatasetStatus = "aborting_processing" | "deleting" | "error" | "idle" | "limit_reached" | "processing" | "queued" | "saving_version" | "%future added value";
export type datasetsCreateMutation$variables = {
  connections: ReadonlyArray<string>;
  metadata: Record<string, unknown>;
};
export type datasetsCreateMutation$data = {
  readonly createDataset: {
    readonly datasetEdge: {
      readonly cursor: string;
      readonly node: {
        readonly id: string;
        readonly revision: number;
        readonly standardMetadata: {
          readonly default: {
            readonly id: string;
            readonly title: string | null | undefined;
          };
          readonly id: string;
        };
        readonly status: {
          readonly id: string;
          readonly isPublished: boolean;
          readonly status: DatasetStatus;
        } | null | undefined;
        readonly uid: string;
      };
    } | null | undefined;
  };
};
export type datasetsCreateMutation = {
  response: datasetsCreateMutation$data;
  variables: datasetsCreateMutation$variables;
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
  "name": "metadata"
},
v2 = [
  {
    "fields": [
      {
        "kind": "Variable",
        "name": "metadata",
        "variableName": "metadata"
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
  "name": "id",
  "storageKey": null
},
v4 = {
  "alias": null,
  "args": null,
  "concreteType": "DatasetEdge",
  "kind": "LinkedField",
  "name": "datasetEdge",
  "plural": false,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "cursor",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "concreteType": "Dataset",
      "kind": "LinkedField",
      "name": "node",
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
          "name": "revision",
          "storageKey": null
        },
        {
          "alias": null,
          "args": null,
          "concreteType": "StandardMetadata",
          "kind": "LinkedField",
          "name": "standardMetadata",
          "plural": false,
          "selections": [
            (v3/*:: as any*/),
            {
              "alias": null,
              "args": null,
              "concreteType": "DefaultMetadata",
              "kind": "LinkedField",
              "name": "default",
              "plural": false,
              "selections": [
                (v3/*:: as any*/),
                {
                  "alias": null,
                  "args": null,
                  "kind": "ScalarField",
                  "name": "title",
                  "storageKey": null
                }
              ],
              "storageKey": null
            }
          ],
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
            (v3/*:: as any*/),
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
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "datasetsCreateMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "DatasetPayload",
        "kind": "LinkedField",
        "name": "createDataset",
        "plural": false,
        "selections": [
          (v4/*:: as any*/)
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
    "name": "datasetsCreateMutation",
    "selections": [
      {
        "alias": null,
        "args": (v2/*:: as any*/),
        "concreteType": "DatasetPayload",
        "kind": "LinkedField",
        "name": "createDataset",
        "plural": false,
        "selections": [
          (v4/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "filters": null,
            "handle": "appendEdge",
            "key": "",
            "kind": "LinkedHandle",
            "name": "datasetEdge",
            "handleArgs": [
              {
                "kind": "Variable",
                "name": "connections",
                "variableName": "connections"
              }
            ]
          }
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "3bca4bfb9aced0c75969476a4a3febea",
    "id": null,
    "metadata": {},
    "name": "datasetsCreateMutation",
    "operationKind": "mutation",
    "text": "mutation datasetsCreateMutation(\n  $metadata: JSONObject!\n) {\n  createDataset(input: {metadata: $metadata}) {\n    datasetEdge {\n      cursor\n      node {\n        id\n        uid\n        revision\n        standardMetadata {\n          id\n          default {\n            id\n            title\n          }\n        }\n        status {\n          id\n          status\n          isPublished\n        }\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "ad2baabb6564728b98ff55e771a6cc0a";

export default node;
