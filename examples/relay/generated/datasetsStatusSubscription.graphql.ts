/**
 * @generated SignedSource<<589e53b2ca2df01f8bad6b67026308dc>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ConcreteRequest } from 'relay-runtime';
export type DatasetStatus = "aborting_processing" | "deleting" | "error" | "idle" | "limit_reached" | "processing" | "queued" | "saving_version" | "%future added value";
export type datasetsStatusSubscription$variables = {
  uid: string;
};
export type datasetsStatusSubscription$data = {
  readonly datasetStatus: {
    readonly id: string;
    readonly isPublished: boolean;
    readonly message: string | null | undefined;
    readonly status: DatasetStatus;
  } | null | undefined;
};
export type datasetsStatusSubscription = {
  response: datasetsStatusSubscription$data;
  variables: datasetsStatusSubscription$variables;
};

const node: ConcreteRequest = (function(){
var v0 = [
  {
    "defaultValue": null,
    "kind": "LocalArgument",
    "name": "uid"
  }
],
v1 = [
  {
    "alias": null,
    "args": [
      {
        "kind": "Variable",
        "name": "uid",
        "variableName": "uid"
      }
    ],
    "concreteType": "PublicationStatus",
    "kind": "LinkedField",
    "name": "datasetStatus",
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
        "name": "status",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "isPublished",
        "storageKey": null
      },
      {
        "alias": null,
        "args": null,
        "kind": "ScalarField",
        "name": "message",
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
    "name": "datasetsStatusSubscription",
    "selections": (v1/*:: as any*/),
    "type": "Subscription",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": (v0/*:: as any*/),
    "kind": "Operation",
    "name": "datasetsStatusSubscription",
    "selections": (v1/*:: as any*/)
  },
  "params": {
    "cacheID": "cf241813b4d33e734712876b6e5916cb",
    "id": null,
    "metadata": {},
    "name": "datasetsStatusSubscription",
    "operationKind": "subscription",
    "text": "subscription datasetsStatusSubscription(\n  $uid: ID!\n) {\n  datasetStatus(uid: $uid) {\n    id\n    status\n    isPublished\n    message\n  }\n}\n"
  }
};
})();

(node as any).hash = "732482d457152997b5453e1fbfc67b76";

export default node;
