/**
 * @generated SignedSource<<ad2179e93277021b68a753c9135d3bed>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type datasetsChangeTitleMutation$variables = {
  datasetUid: string;
  revision: number;
  title: unknown;
};
export type datasetsChangeTitleMutation$data = {
  readonly updateDatasetMetadataField: {
    readonly dataset: {
      readonly id: string;
      readonly revision: number;
      readonly standardMetadata: {
        readonly default: {
          readonly id: string;
          readonly title: string | null | undefined;
        };
        readonly id: string;
      };
    } | null | undefined;
  };
};
export type datasetsChangeTitleMutation = {
  response: datasetsChangeTitleMutation$data;
  variables: datasetsChangeTitleMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "datasetUid"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "revision"
  },
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "title"
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
            "name": "datasetUid",
            "variableName": "datasetUid"
          },
          {
            "kind": "Variable",
            "name": "expectedRevision",
            "variableName": "revision"
          },
          {
            "kind": "Literal",
            "name": "field",
            "value": "title"
          },
          {
            "kind": "Literal",
            "name": "template",
            "value": "default"
          },
          {
            "kind": "Variable",
            "name": "value",
            "variableName": "title"
          }
        ],
        "kind": "ObjectValue",
        "name": "input"
      }
    ],
    "concreteType": "DatasetPayload",
    "kind": "LinkedField",
    "name": "updateDatasetMetadataField",
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
            "concreteType": "StandardMetadata",
            "kind": "LinkedField",
            "name": "standardMetadata",
            "plural": false,
            "selections": [
              (v1/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "concreteType": "DefaultMetadata",
                "kind": "LinkedField",
                "name": "default",
                "plural": false,
                "selections": [
                  (v1/*:: as any*/),
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
    "name": "datasetsChangeTitleMutation",
    "selections": (v2/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "datasetsChangeTitleMutation",
    "selections": (v2/*:: as any*/)
  },
  "params": {
    "cacheID": "98e5063f4613c952ba761422b45d7670",
    "id": null,
    "metadata": {},
    "name": "datasetsChangeTitleMutation",
    "operationKind": "mutation",
    "text": "mutation datasetsChangeTitleMutation(\n  $datasetUid: ID!\n  $revision: Int!\n  $title: JSON!\n) {\n  updateDatasetMetadataField(input: {datasetUid: $datasetUid, template: \"default\", field: \"title\", value: $title, expectedRevision: $revision}) {\n    dataset {\n      id\n      revision\n      standardMetadata {\n        id\n        default {\n          id\n          title\n        }\n      }\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "e936a1297e535c6d49ef37de9ce67993";

export default node;
