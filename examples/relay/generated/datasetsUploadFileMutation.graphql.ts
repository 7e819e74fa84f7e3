/**
 * @generated SignedSource<<840012d0250c74214b9fe2cbaac8ca4d>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type datasetsUploadFileMutation$variables = {
  datasetUid: string;
  file: File | null;
};
export type datasetsUploadFileMutation$data = {
  readonly uploadResourceFile: {
    readonly file: {
      readonly id: string;
      readonly uid: string;
    } | null | undefined;
  };
};
export type datasetsUploadFileMutation = {
  response: datasetsUploadFileMutation$data;
  variables: datasetsUploadFileMutation$variables;
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
    "name": "file"
  }
],
v1 = [
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
            "name": "file",
            "variableName": "file"
          }
        ],
        "kind": "ObjectValue",
        "name": "input"
      }
    ],
    "concreteType": "ResourceFilePayload",
    "kind": "LinkedField",
    "name": "uploadResourceFile",
    "plural": false,
    "selections": [
      {
        "alias": null,
        "args": null,
        "concreteType": "ResourceFile",
        "kind": "LinkedField",
        "name": "file",
        "plural": false,
        "selections": [
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "id",
            "storageKey": null
          },
          {
            "alias": null,
            "args": null,
            "kind": "ScalarField",
            "name": "uid",
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
    "name": "datasetsUploadFileMutation",
    "selections": (v1/*:: as any*/),
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "datasetsUploadFileMutation",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "27bd71024acd3b7ec61546881101d63f",
    "id": null,
    "metadata": {},
    "name": "datasetsUploadFileMutation",
    "operationKind": "mutation",
    "text": "mutation datasetsUploadFileMutation(\n  $datasetUid: ID!\n  $file: Upload!\n) {\n  uploadResourceFile(input: {datasetUid: $datasetUid, file: $file}) {\n    file {\n      id\n      uid\n    }\n  }\n}\n"
  }
};
})();

(node as any).hash = "9136849602441d06e569eb90e3c639bb";

export default node;
