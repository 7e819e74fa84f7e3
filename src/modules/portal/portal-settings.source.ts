import { computed, root } from '#api/reading/declare-fields.ts';
import { source } from '#api/reading/declare-source.ts';
import type { ColumnExpression } from '#api/reading/type-source.ts';
import { sql, type Sql, sqlName, sqlText } from '#kernel/sql.ts';
import { contactOf, footerLinksIn, publisherOf, textIn } from './portal-identity.ts';
import { toPortalImage } from './portal-images.ts';
import { PortalAgent, PortalImage, PortalLegalPage, PortalLink, PortalSettings } from './portal-settings.type.ts';
import { PortalTheme, PortalTranslation } from './portal-settings.type.ts';

/** The stored picture whose key an expression has, as JSON; null when there is none. */
const imageWithKey = (key: Sql): Sql => sql`(select jsonb_build_object('sha256', i.blob_key, 'mediaType', i.media_type,
  'pixelWidth', i.width, 'pixelHeight', i.height, 'bytes', i.bytes) from portal_image i where i.blob_key = ${key})`;

const imageColumn =
  (column: string): ColumnExpression =>
  (settings) =>
    imageWithKey(sql`${settings}.${sqlName(column)}`);

/** The single row of settings, which is public. */
export const portalSettings = source(PortalSettings, {
  table: 'portal_setting',
  key: 'id',
  columns: {
    storedTexts: 'texts',
    storedLogo: imageColumn('logo'),
    storedFavicon: imageColumn('favicon'),
    storedAccentColor: 'accent_color',
    storedAccentColorDark: 'accent_color_dark',
    storedLegalPages: 'legal_pages',
    storedThemes: (settings) => sql`(
      select jsonb_agg(theme.value || jsonb_build_object('image', ${imageWithKey(sqlText("theme.value ->> 'image'"))})
        order by theme.ordinality)
      from jsonb_array_elements(${settings}.themes) with ordinality theme)`,
    storedPublisher: 'publisher',
    storedContact: 'contact',
    storedLanguages: 'languages',
  },
  order: { by: [{ column: 'id', type: 'integer' }] },
  visible: () => sqlText('true'),
});

interface LanguageArgument {
  readonly language?: string | null;
}
const languageArgument = {
  language: {
    type: String,
    nullable: true,
    description: "The language, in ISO 639-1. Where it has no text: the portal's default language, else any.",
  },
} as const;
const inLanguage = {
  source: portalSettings,
  needs: ['storedTexts', 'defaultLanguage'],
  args: languageArgument,
} as const;

for (const [field, description] of [
  ['name', 'The name of the portal; null where neither the settings nor the environment have one.'],
  ['description', 'What the portal is, in a sentence or two.'],
  ['heroTitle', 'The title above the search of the home page.'],
  ['footerText', 'The text in the footer.'],
] as const)
  computed({
    ...inLanguage,
    field,
    type: () => String,
    nullable: true,
    description,
    value: ({ storedTexts, defaultLanguage }, { language }: LanguageArgument, { config }) => {
      const fallback = field === 'name' || field === 'description' ? config.portalDefaults[field] : undefined;
      return textIn(storedTexts, field, [language, defaultLanguage])?.value ?? fallback ?? null;
    },
  });

computed({
  ...inLanguage,
  field: 'footerLinks',
  type: () => [PortalLink],
  description: 'The links in the footer.',
  value: ({ storedTexts, defaultLanguage }, { language }: LanguageArgument) =>
    footerLinksIn(storedTexts, [language, defaultLanguage]),
});
computed({
  source: portalSettings,
  field: 'translations',
  type: () => [PortalTranslation],
  description: 'The texts of the settings in all their languages, without those of the environment.',
  needs: ['storedTexts'],
  value: ({ storedTexts }) =>
    Object.entries(storedTexts ?? {}).map(([language, texts]): PortalTranslation => ({
      language,
      name: texts.name ?? null,
      description: texts.description ?? null,
      heroTitle: texts.heroTitle ?? null,
      footerText: texts.footerText ?? null,
      footerLinks: texts.footerLinks ?? [],
    })),
});
computed({
  source: portalSettings,
  field: 'logo',
  type: () => PortalImage,
  nullable: true,
  description: 'The logo; null for none.',
  needs: ['storedLogo'],
  value: ({ storedLogo }, _args, { config, address }) => {
    const { logo } = config.portalDefaults;
    const image = storedLogo ?? logo?.facts;
    return image ? toPortalImage(image, address) : null;
  },
});
computed({
  source: portalSettings,
  field: 'favicon',
  type: () => PortalImage,
  nullable: true,
  description: 'The picture for tabs of browsers; null for the logo, where that is square.',
  needs: ['storedFavicon'],
  value: ({ storedFavicon }, _args, { address }) => storedFavicon && toPortalImage(storedFavicon, address),
});
for (const [field, needs, description] of [
  ['accentColor', 'storedAccentColor', 'The color of links and buttons, as `#rrggbb`; null for that of the page.'],
  ['accentColorDark', 'storedAccentColorDark', 'The same color on the dark page; null for a shade of `accentColor`.'],
] as const)
  computed({
    source: portalSettings,
    field,
    type: () => String,
    nullable: true,
    description,
    needs: [needs],
    value: (settings, _args, { config }) => settings[needs] ?? config.portalDefaults[field] ?? null,
  });
computed({
  source: portalSettings,
  field: 'legalPages',
  type: () => [PortalLegalPage],
  description: 'The pages that the law asks for.',
  needs: ['storedLegalPages'],
  value: ({ storedLegalPages }, _args, { config }) => storedLegalPages ?? config.portalDefaults.legalPages,
});
computed({
  source: portalSettings,
  field: 'themes',
  type: () => [PortalTheme],
  description: 'The themes of the home page, in their order.',
  needs: ['storedThemes'],
  value: ({ storedThemes }, _args, { address }) =>
    (storedThemes ?? []).map((theme) => ({ ...theme, image: theme.image && toPortalImage(theme.image, address) })),
});
computed({
  source: portalSettings,
  field: 'publisher',
  type: () => PortalAgent,
  nullable: true,
  description: 'Who publishes the catalog.',
  needs: ['storedPublisher'],
  value: ({ storedPublisher }, _args, { config }) => publisherOf(storedPublisher, config),
});
computed({
  source: portalSettings,
  field: 'contact',
  type: () => PortalAgent,
  nullable: true,
  description: 'Whom visitors ask about the catalog.',
  needs: ['storedContact'],
  value: ({ storedContact }, _args, { config }) => contactOf(storedContact, config),
});
computed({
  source: portalSettings,
  field: 'languages',
  type: () => [String],
  nullable: true,
  description: 'The languages that the page offers (ISO 639-1); null for all that it has.',
  needs: ['storedLanguages'],
  value: ({ storedLanguages }, _args, { config }) => storedLanguages ?? config.portalDefaults.languages ?? null,
});

/** The root field that reads the settings of the portal. */
export const portalSettingsRoot = root({
  field: 'portalSettings',
  source: portalSettings,
  returns: 'one',
  isRequired: true,
  description: 'The portal settings; needs no key.',
});
