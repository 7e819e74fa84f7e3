import { Field, ID, InterfaceType } from 'type-graphql';
import { Node } from '../node.type.ts';

/** The types with relations are older than the module of the relations, so they implement this interface, and the module adds its fields. */
@InterfaceType('RelatedAsset', {
  implements: Node,
  description:
    'What may use other assets and be used by them: an asset of the portal, or the dataset or page that it is.',
})
export abstract class RelatedAsset extends Node {
  @Field(() => ID, { description: 'The permanent identifier; for a dataset or a page, also that of its asset.' })
  uid!: string;
}
