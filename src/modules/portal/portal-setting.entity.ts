import { defineEntity, p } from '@mikro-orm/core';
import { BlobEntity } from '#blobs/index.ts';

/** The kinds of pages that the law asks a portal for. */
export const legalPageKinds = ['imprint', 'privacy', 'accessibility', 'terms'] as const;
/** The kind of a legal page. */
export type LegalPageKind = (typeof legalPageKinds)[number];

/** A link with its text. */
export interface StoredLink {
  readonly label: string;
  readonly url: string;
}

/** The texts of the portal in one language; an omitted one is not translated. */
export interface StoredTexts {
  readonly name?: string;
  readonly description?: string;
  readonly heroTitle?: string;
  readonly footerText?: string;
  readonly footerLinks?: readonly StoredLink[];
}

/** A person or an organization. */
export interface StoredAgent {
  readonly name: string | null;
  readonly url: string | null;
  readonly email: string | null;
}

/** A theme on the home page. `image` is the key of a stored picture. */
export interface StoredTheme {
  readonly theme: string;
  readonly pictogram: string | null;
  readonly image: string | null;
}

/** The settings of the portal; the single row always exists. What is null has its default from the environment. */
const schema = defineEntity({
  name: 'PortalSetting',
  tableName: 'portal_setting',
  properties: {
    id: p.integer().primary().autoincrement(false),
    isFeedbackEnabled: p.boolean().default(false),
    /** Whether the portal shows relations between assets. */
    isMarketplaceEnabled: p.boolean().default(false),
    /** The fallback language for missing translations, as an ISO 639-1 code. */
    defaultLanguage: p.text().default('en'),
    /** The texts by language (ISO 639-1). */
    texts: p.json<Readonly<Record<string, StoredTexts>>>().nullable(),
    /** The keys of stored pictures. A picture in use is not deleted: changes of both lock this row. */
    logo: p.text().nullable(),
    favicon: p.text().nullable(),
    /** Colors as `#rrggbb`. */
    accentColor: p.text().nullable(),
    accentColorDark: p.text().nullable(),
    legalPages: p.json<readonly { readonly kind: LegalPageKind; readonly url: string }[]>().nullable(),
    themes: p.json<readonly StoredTheme[]>().nullable(),
    publisher: p.json<StoredAgent>().nullable(),
    contact: p.json<StoredAgent>().nullable(),
    languages: p.array().nullable(),
    /** Every change increments it. */
    revision: p.integer().default(1),
  },
  checks: [{ name: 'portal_setting_is_one_row', expression: 'id = 1' }],
});
export class PortalSettingEntity extends schema.class {}
schema.setClass(PortalSettingEntity);

/** An uploaded picture of the portal. The key of its blob, the SHA-256 of its bytes, identifies it, so equal pictures are one. */
const imageSchema = defineEntity({
  name: 'PortalImage',
  tableName: 'portal_image',
  properties: {
    blob: () => p.manyToOne(BlobEntity).primary().joinColumn('blob_key').deleteRule('restrict').index(),
    mediaType: p.text(),
    width: p.integer(),
    height: p.integer(),
    bytes: p.integer(),
    createdAt: p.datetime(),
  },
});
export class PortalImageEntity extends imageSchema.class {}
imageSchema.setClass(PortalImageEntity);
