import { Field, InputType, ObjectType } from 'type-graphql';

@ObjectType({ description: 'What the portal offers, as its administrators decide.' })
export class PortalSettings {
  @Field(() => Boolean, { description: 'Whether datasets may accept feedback; each dataset must enable it as well.' })
  isFeedbackEnabled!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the portal shows how assets are related: else nothing has uses, sources or a lineage.',
  })
  isMarketplaceEnabled!: boolean;

  @Field(() => String, {
    description: 'The language of texts that are not there in the one asked for, by its code of ISO 639-1.',
  })
  defaultLanguage!: string;
}

@InputType({ description: 'A change of what the portal offers; what is left out is kept.' })
export class UpdatePortalSettingsInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether datasets may take feedback; null for the default, false.',
  })
  isFeedbackEnabled?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the portal shows how assets are related; null for the default, false.',
  })
  isMarketplaceEnabled?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The language of texts that are not there in the one asked for, by its code of ISO 639-1; null for the default, `en`.',
  })
  defaultLanguage?: string | null;
}

@ObjectType({ description: 'What the portal offers after a change.' })
export class PortalSettingsPayload {
  @Field(() => PortalSettings, { description: 'All settings.' })
  portalSettings!: PortalSettings;
}
