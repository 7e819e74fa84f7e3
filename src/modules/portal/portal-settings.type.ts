import { Field, InputType, ObjectType } from 'type-graphql';

@ObjectType({ description: 'The portal settings, which administrators change.' })
export class PortalSettings {
  @Field(() => Boolean, { description: 'Whether datasets may accept feedback, each for itself.' })
  isFeedbackEnabled!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the portal shows relations; otherwise uses, sources and lineages are empty.',
  })
  isMarketplaceEnabled!: boolean;

  @Field(() => String, {
    description: 'The fallback language for missing translations, as an ISO 639-1 code.',
  })
  defaultLanguage!: string;
}

@InputType({ description: 'A change of the portal settings; an omitted field keeps its value.' })
export class UpdatePortalSettingsInput {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether datasets may accept feedback; null for false, the default.',
  })
  isFeedbackEnabled?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the portal shows relations between assets; null for false.',
  })
  isMarketplaceEnabled?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'The language for missing translations (ISO 639-1); null for the default, `en`.',
  })
  defaultLanguage?: string | null;
}

@ObjectType({ description: 'The portal settings after a change.' })
export class PortalSettingsPayload {
  @Field(() => PortalSettings, { description: 'All settings.' })
  portalSettings!: PortalSettings;
}
