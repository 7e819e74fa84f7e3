import type { Config } from '#platform/config.ts';
import type { Platform } from '#api/platform.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { sql } from '#kernel/sql.ts';
import type { StoredTexts } from './portal-setting.entity.ts';
import type { PortalAgent, PortalLink, PortalSettings } from './portal-settings.type.ts';

/** The texts that the portal has in each language. */
type Texts = PortalSettings['storedTexts'];

/**
 * A text of the portal: in the first of the languages that has it, else in any language, else that of the environment; null where there is
 * none. An empty list of links is none.
 */
export function textIn<Name extends keyof StoredTexts>(
  texts: Texts,
  name: Name,
  languages: readonly (string | null | undefined)[],
): { readonly language: string; readonly value: NonNullable<StoredTexts[Name]> } | undefined {
  const given = Object.entries(texts ?? {}).flatMap(([language, { [name]: value }]) =>
    value === undefined ? [] : [{ language, value }],
  );
  return languages.map((code) => given.find(({ language }) => language === code)).find(Boolean) ?? given[0];
}

/** The links of the footer in the first of the languages that has some, else in any language. */
export const footerLinksIn = (texts: Texts, languages: readonly (string | null | undefined)[]): readonly PortalLink[] =>
  textIn(texts, 'footerLinks', languages)?.value ?? [];

/** Who publishes the catalog, and whom visitors ask, by the settings, else by the environment. */
export const publisherOf = (stored: PortalAgent | null, { portalDefaults }: Config): PortalAgent | null =>
  stored ?? portalDefaults.publisher ?? null;
export const contactOf = (stored: PortalAgent | null, { portalDefaults }: Config): PortalAgent | null =>
  stored ?? portalDefaults.contact ?? null;

/** A text and its language (ISO 639-1), which a text of the environment does not have. */
interface TextOfCatalog {
  readonly text: string;
  readonly language: string | null;
}

/** What a catalog is called and who is behind it, as its exports, feeds and pages for machines write it. */
export interface CatalogIdentity {
  /** The title in each language that has one, the best for the reader first; empty where the catalog has no name of its own. */
  readonly titles: readonly TextOfCatalog[];
  readonly descriptions: readonly TextOfCatalog[];
  readonly publisher: PortalAgent | null;
  readonly contact: PortalAgent | null;
}

type IdentityRow = Pick<PortalSettings, 'storedTexts' | 'storedPublisher' | 'storedContact' | 'defaultLanguage'>;

/** Reads the title and the publisher of the catalog, in a language where it has them, else in the portal's default language. */
export async function readCatalogIdentity(
  { db, app: { config } }: Pick<Platform, 'db'> & { readonly app: Pick<Platform, 'config'> },
  language?: string,
): Promise<CatalogIdentity> {
  const row = await firstRow<IdentityRow>(
    db,
    sql`select texts as "storedTexts", publisher as "storedPublisher", contact as "storedContact",
      default_language as "defaultLanguage" from portal_setting`,
  );
  const { portalDefaults } = config;
  const preferred = [language, row?.defaultLanguage];
  const inOwnWords = (name: 'name' | 'description'): readonly TextOfCatalog[] => {
    const given = Object.entries(row?.storedTexts ?? {}).flatMap(([code, { [name]: text }]) =>
      text === undefined ? [] : [{ text, language: code }],
    );
    const best = textIn(row?.storedTexts ?? null, name, preferred)?.language;
    const fallback = portalDefaults[name];
    return given.length > 0
      ? given.toSorted((one, other) => Number(other.language === best) - Number(one.language === best))
      : fallback === undefined
        ? []
        : [{ text: fallback, language: null }];
  };
  return {
    titles: inOwnWords('name'),
    descriptions: inOwnWords('description'),
    publisher: publisherOf(row?.storedPublisher ?? null, config),
    contact: contactOf(row?.storedContact ?? null, config),
  };
}

/** The accent colors that the settings, else the environment, choose; null for those of the page. */
export async function readAccentColors({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<{
  readonly accentColor: string | null;
  readonly accentColorDark: string | null;
}> {
  const row = await firstRow<{ accentColor: string | null; accentColorDark: string | null }>(
    db,
    sql`select accent_color as "accentColor", accent_color_dark as "accentColorDark" from portal_setting`,
  );
  const { accentColor = null, accentColorDark = null } = config.portalDefaults;
  return { accentColor: row?.accentColor ?? accentColor, accentColorDark: row?.accentColorDark ?? accentColorDark };
}
