import { Field, InputType, Int } from 'type-graphql';
import { expectedRevision } from '#api/types/change.inputs.ts';
import { ReceivedFile, Upload } from '#api/types/scalars.ts';
import { PortalLegalPageKind, PortalPictogram, type Pictogram } from './portal-settings.type.ts';
import type { LegalPageKind } from './portal-setting.entity.ts';

@InputType({ description: 'A link in the footer.' })
export class PortalLinkInput {
  @Field(() => String, { description: 'The text of the link, 1 to 100 characters.' })
  label!: string;

  @Field(() => String, { description: 'An http or https URL, or a path of the portal, such as `/pages/about`.' })
  url!: string;
}

@InputType({ description: 'The texts of the portal in one language.' })
export class PortalTranslationInput {
  @Field(() => String, { description: 'The language, in ISO 639-1.' })
  language!: string;

  @Field(() => String, { nullable: true, description: 'The name of the portal, at most 100 characters on one line.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'What the portal is, at most 1,000 characters.' })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The title above the search of the home page, at most 200 characters on one line.',
  })
  heroTitle?: string | null;

  @Field(() => String, { nullable: true, description: 'The text in the footer, at most 1,000 characters.' })
  footerText?: string | null;

  @Field(() => [PortalLinkInput], { nullable: true, description: 'The links in the footer, at most 20.' })
  footerLinks?: PortalLinkInput[] | null;
}

@InputType({ description: 'A page that the law asks for.' })
export class PortalLegalPageInput {
  @Field(() => PortalLegalPageKind, { description: 'What the page is about; each kind once.' })
  kind!: LegalPageKind;

  @Field(() => String, { description: 'An http or https URL, or a path of the portal, such as `/pages/imprint`.' })
  url!: string;
}

@InputType({ description: 'A theme of the home page, with a pictogram or a picture.' })
export class PortalThemeInput {
  @Field(() => String, { description: 'The theme, as datasets have it, 1 to 200 characters; each theme once.' })
  theme!: string;

  @Field(() => PortalPictogram, { nullable: true, description: 'A pictogram.' })
  pictogram?: Pictogram | null;

  @Field(() => String, { nullable: true, description: 'The `sha256` of an uploaded picture, instead of a pictogram.' })
  image?: string | null;
}

@InputType({ description: 'A person or an organization; at least a name or an e-mail address.' })
export class PortalAgentInput {
  @Field(() => String, { nullable: true, description: 'The name, at most 200 characters on one line.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The http or https URL of the website.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address.' })
  email?: string | null;
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

  @Field(() => [PortalTranslationInput], {
    nullable: true,
    description: 'The texts in all languages, replaced as a whole, at most 20; null for those of the environment.',
  })
  translations?: PortalTranslationInput[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'The `sha256` of an uploaded picture, best at least twice as high as the 40 pixels of the header.',
  })
  logo?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The `sha256` of a square picture for tabs of browsers, best a PNG.',
  })
  favicon?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The color of links and buttons, as `#rrggbb`. Its contrast on the light page must be 4.5:1 (WCAG AA); the message of an error names the nearest color that is dark enough.',
  })
  accentColor?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The same color on the dark page, with a contrast of 4.5:1; null for a lighter shade of `accentColor`.',
  })
  accentColorDark?: string | null;

  @Field(() => [PortalLegalPageInput], { nullable: true, description: 'The legal pages, replaced as a whole.' })
  legalPages?: PortalLegalPageInput[] | null;

  @Field(() => [PortalThemeInput], {
    nullable: true,
    description: 'The themes of the home page in their order, replaced as a whole, at most 24.',
  })
  themes?: PortalThemeInput[] | null;

  @Field(() => PortalAgentInput, {
    nullable: true,
    description: 'Who publishes the catalog, in DCAT, JSON-LD and on the page.',
  })
  publisher?: PortalAgentInput | null;

  @Field(() => PortalAgentInput, { nullable: true, description: 'Whom visitors ask about the catalog.' })
  contact?: PortalAgentInput | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The languages that the page offers (ISO 639-1), at most 20; null for all that it has.',
  })
  languages?: string[] | null;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

@InputType({ description: 'A picture for the portal.' })
export class UploadPortalImageInput {
  @Field(() => Upload, {
    description: 'A PNG, JPEG, GIF or WebP of at most 1 MiB and 4,096 pixels a side; no SVG, which can run scripts.',
  })
  file!: ReceivedFile;
}
