/** An asset that is drawn. */
interface LineageNode {
  readonly uid: string;
  /** The column: negative for what the dataset is made of, positive for what uses it, 0 for the dataset. */
  readonly depth: number;
}

/** An arrow from an asset to one that uses it. */
export interface LineageEdge {
  readonly from: string;
  readonly to: string;
}

/** A hop of the graph's lineage. */
interface Hop {
  readonly depth: number;
  readonly viaUid: string;
  readonly uid: string;
}

/** The assets and arrows of a lineage. An asset that is on both sides of the dataset is drawn on each. */
interface LineageLayout<Node extends LineageNode> {
  readonly columns: readonly (readonly Node[])[];
  readonly edges: readonly LineageEdge[];
}

/** Names an asset on one side of the dataset. */
const nameOn = (side: -1 | 1, uid: string, rootUid: string): string => (uid === rootUid ? uid : `${side}:${uid}`);

/** Arranges both sides of a lineage in columns, from the farthest source to the farthest use. */
export function layoutLineage<Asset extends Hop>(
  rootUid: string,
  upstream: readonly Asset[],
  downstream: readonly Asset[],
): LineageLayout<LineageNode & { readonly hop: Asset | undefined }> {
  const onSide = (side: -1 | 1, hops: readonly Asset[]) =>
    hops
      .filter(({ uid }) => uid !== rootUid)
      .map((hop) => ({ uid: nameOn(side, hop.uid, rootUid), depth: side * hop.depth, hop }));
  const nodes = [...onSide(-1, upstream), { uid: rootUid, depth: 0, hop: undefined }, ...onSide(1, downstream)];
  const depths = [...new Set(nodes.map(({ depth }) => depth))].sort((one, other) => one - other);
  return {
    columns: depths.map((depth) => nodes.filter((node) => node.depth === depth)),
    edges: [
      ...upstream.map(({ uid, viaUid }) => ({ from: nameOn(-1, uid, rootUid), to: nameOn(-1, viaUid, rootUid) })),
      ...downstream.map(({ uid, viaUid }) => ({ from: nameOn(1, viaUid, rootUid), to: nameOn(1, uid, rootUid) })),
    ],
  };
}
