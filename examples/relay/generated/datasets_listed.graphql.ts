/**
 * @generated SignedSource<<50b7d7e4f63c29027c657bd232791bd7>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import { ReaderFragment } from 'relay-runtime';
export type DatasetStatus = "aborting_processing" | "deleting" | "error" | "idle" | "limit_reached" | "processing" | "queued" | "saving_version" | "%future added value";
import { FragmentRefs } from "relay-runtime";
export type datasets_listed$data = {
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
  readonly " $fragmentType": "datasets_listed";
};
export type datasets_listed$key = {
  readonly " $data"?: datasets_listed$data;
  readonly " $fragmentSpreads": FragmentRefs<"datasets_listed">;
};

const node: ReaderFragment = (function(){
var v0 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
};
return {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "datasets_listed",
  "selections": [
    (v0/*:: as any*/),
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
        (v0/*:: as any*/),
        {
          "alias": null,
          "args": null,
          "concreteType": "DefaultMetadata",
          "kind": "LinkedField",
          "name": "default",
          "plural": false,
          "selections": [
            (v0/*:: as any*/),
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
        (v0/*:: as any*/),
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
  "type": "Dataset",
  "abstractKey": null
};
})();

(node as any).hash = "401a494c8ff9d6f9cf4c056b08dcbd36";

export default node;
