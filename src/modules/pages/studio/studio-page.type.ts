import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../../../api/node/node.type.ts';
import { ConnectionOf } from '../../../api/reading/connection.type.ts';
import { DateTime, JsonMap } from '../../../api/types/scalars.ts';
import type { JsonObject } from '../../../kernel/json.ts';

@ObjectType({ description: "What a studio page consists of; what is below these four is the front-end's own." })
export class StudioPageContent {
  @Field(() => JsonMap, {
    description:
      "Where its blocks get their data: name → provider. One with a text `dataset_id`, a dataset's identifier or uid, uses that dataset.",
  })
  dataProviders!: JsonObject;

  @Field(() => JsonMap, { description: 'Its blocks, by name.' })
  blocks!: JsonObject;

  @Field(() => JsonMap, { description: 'How the blocks are arranged.' })
  layouts!: JsonObject;

  @Field(() => JsonMap, { description: 'What visitors can filter by.' })
  filters!: JsonObject;
}

@ObjectType({
  implements: Node,
  description: 'A published studio page, as the portal shows it to those who may see it.',
})
export class StudioPage extends Node {
  @Field(() => ID, { description: 'Identifies the page for life.' })
  uid!: string;

  @Field(() => String, { description: 'Its place in addresses.' })
  slug!: string;

  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => String, { description: 'What it is about; may be empty.' })
  description!: string;

  @Field(() => StudioPageContent, { description: 'What it consists of.' })
  content!: StudioPageContent;

  @Field(() => DateTime, { description: 'When it was last published.' })
  updatedAt!: string;

  @Field(() => Boolean, { description: 'Whether only those see it who have the right to.' })
  isRestricted!: boolean;
}

@ObjectType({ description: 'A page of a list of studio pages.' })
export class StudioPageConnection extends ConnectionOf(StudioPage, 'StudioPage') {}

@ObjectType({ description: 'A data provider of a published studio page whose dataset the caller may see.' })
export class DataProvider {
  @Field(() => String, { description: "Its name in the page's content." })
  name!: string;
}

@ObjectType({ description: 'A page of a list of data providers.' })
export class DataProviderConnection extends ConnectionOf(DataProvider, 'DataProvider') {}
