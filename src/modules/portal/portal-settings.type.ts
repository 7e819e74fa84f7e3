import { GraphQLSafeInt } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { StoredTexts, StoredTheme } from './portal-setting.entity.ts';
import { legalPageKinds, type LegalPageKind } from './portal-setting.entity.ts';

/** The pictograms that the page has, in one file. */
export const pictograms = [
  'administration',
  'agriculture',
  'building',
  'culture',
  'economy',
  'education',
  'energy',
  'environment',
  'health',
  'justice',
  'map',
  'people',
  'safety',
  'science',
  'sport',
  'tourism',
  'transport',
  'water',
] as const;
/** The name of a pictogram. */
export type Pictogram = (typeof pictograms)[number];

const enumOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { readonly [Each in Name]: Each };

export const PortalPictogram = enumOf(pictograms);
registerEnumType(PortalPictogram, {
  name: 'PortalPictogram',
  description: 'A pictogram of the page, which has the color of the text.',
  valuesConfig: {
    administration: { description: 'A town hall: government and the public sector.' },
    agriculture: { description: 'An ear of grain: agriculture, fisheries, forestry and food.' },
    building: { description: 'Houses: building and housing.' },
    culture: { description: 'A mask: culture.' },
    economy: { description: 'A rising line: economy and finance.' },
    education: { description: 'A book: education.' },
    energy: { description: 'A flash: energy.' },
    environment: { description: 'A leaf: environment and nature.' },
    health: { description: 'A heart: health.' },
    justice: { description: 'Scales: justice and the legal system.' },
    map: { description: 'A folded map: regions and geodata.' },
    people: { description: 'Two persons: population and society.' },
    safety: { description: 'A shield: public safety.' },
    science: { description: 'A flask: science and technology.' },
    sport: { description: 'A ball: sport and leisure.' },
    tourism: { description: 'A camera: tourism.' },
    transport: { description: 'A bus: transport and mobility.' },
    water: { description: 'A drop: water.' },
  },
});

export const PortalLegalPageKind = enumOf(legalPageKinds);
registerEnumType(PortalLegalPageKind, {
  name: 'PortalLegalPageKind',
  description: 'What a legal page is about. The page names its links by it, in the language of the visitor.',
  valuesConfig: {
    imprint: { description: 'Who is responsible for the portal.' },
    privacy: { description: 'How the portal handles personal data.' },
    accessibility: { description: 'How accessible the portal is, and whom to tell about barriers.' },
    terms: { description: 'The terms of use.' },
  },
});

@ObjectType({ description: 'A picture of the portal. Its address changes with its bytes, so caches keep it.' })
export class PortalImage {
  @Field(() => String, {
    description: 'The SHA-256 of the bytes, in hexadecimal, which identifies the picture in `updatePortalSettings`.',
  })
  sha256!: string;

  @Field(() => String, { description: 'The address that anyone may read.' })
  url!: string;

  @Field(() => String, { description: 'The media type, by the bytes.' })
  mediaType!: string;

  @Field(() => Int, { description: 'The width in pixels.' })
  pixelWidth!: number;

  @Field(() => Int, { description: 'The height in pixels.' })
  pixelHeight!: number;

  @Field(() => GraphQLSafeInt, { description: 'The size in bytes.' })
  bytes!: number;
}

@ObjectType({ description: 'A link in the footer.' })
export class PortalLink {
  @Field(() => String, { description: 'The text of the link.' })
  label!: string;

  @Field(() => String, { description: 'An http or https URL, or a path of the portal, such as `/pages/about`.' })
  url!: string;
}

@ObjectType({ description: 'The texts of the portal in one language; null where they are not translated.' })
export class PortalTranslation {
  @Field(() => String, { description: 'The language, in ISO 639-1.' })
  language!: string;

  @Field(() => String, { nullable: true, description: 'The name of the portal.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'What the portal is, in a sentence or two.' })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'The title above the search of the home page.' })
  heroTitle!: string | null;

  @Field(() => String, { nullable: true, description: 'The text in the footer.' })
  footerText!: string | null;

  @Field(() => [PortalLink], { description: 'The links in the footer.' })
  footerLinks!: readonly PortalLink[];
}

@ObjectType({ description: 'A page that the law asks for.' })
export class PortalLegalPage {
  @Field(() => PortalLegalPageKind, { description: 'What the page is about.' })
  kind!: LegalPageKind;

  @Field(() => String, { description: 'An http or https URL, or a path of the portal, such as `/pages/imprint`.' })
  url!: string;
}

@ObjectType({ description: 'A theme that the home page shows with a picture.' })
export class PortalTheme {
  @Field(() => String, { description: 'The theme, as datasets have it.' })
  theme!: string;

  @Field(() => PortalPictogram, { nullable: true, description: 'The pictogram; null with a picture, or with none.' })
  pictogram!: Pictogram | null;

  @Field(() => PortalImage, {
    nullable: true,
    description: 'The uploaded picture; null with a pictogram, or with none.',
  })
  image!: PortalImage | null;
}

@ObjectType({ description: 'A person or an organization.' })
export class PortalAgent {
  @Field(() => String, { nullable: true, description: 'The name.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'The address of the website.' })
  url!: string | null;

  @Field(() => String, { nullable: true, description: 'The e-mail address.' })
  email!: string | null;
}

/** A stored picture as the statement returns it. */
export type PortalImageRow = Omit<PortalImage, 'url'>;

@ObjectType({
  description:
    'The portal settings, which administrators change. What is not set has its default from the environment.',
})
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

  @Field(() => Int, { description: 'Every change increments it; for `expectedRevision`.' })
  revision!: number;

  /** The stored values, from which the other fields are computed. */
  storedTexts!: Readonly<Record<string, StoredTexts>> | null;
  storedLogo!: PortalImageRow | null;
  storedFavicon!: PortalImageRow | null;
  storedAccentColor!: string | null;
  storedAccentColorDark!: string | null;
  storedLegalPages!: readonly PortalLegalPage[] | null;
  storedThemes!: readonly (Omit<StoredTheme, 'image'> & { readonly image: PortalImageRow | null })[] | null;
  storedPublisher!: PortalAgent | null;
  storedContact!: PortalAgent | null;
  storedLanguages!: readonly string[] | null;
}

@ObjectType({ description: 'The portal settings after a change.' })
export class PortalSettingsPayload {
  @Field(() => PortalSettings, { description: 'All settings.' })
  portalSettings!: PortalSettings;
}

@ObjectType({ description: 'An uploaded picture.' })
export class PortalImagePayload {
  @Field(() => PortalImage, { nullable: true, description: 'The picture; null when it was deleted in the meantime.' })
  image!: PortalImage | null;
}
