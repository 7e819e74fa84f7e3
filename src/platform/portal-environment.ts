import {
  accentColors,
  httpUrl,
  languageCodes,
  mailAddress,
  optional,
  pictureFile,
  shortText,
  tilesUrl,
  urlOrPath,
} from './setting-parsers.ts';

/** What the portal shows where its settings in the graph (`updatePortalSettings`) say nothing. */
export const portalSettings = {
  PORTAL_NAME: optional(shortText(100), {
    about: 'The name of the portal, and the title of the catalog in DCAT, feeds and JSON-LD.',
    fallback: 'Catalograph on the page; the host in DCAT and feeds',
  }),
  PORTAL_DESCRIPTION: optional(shortText(1_000), {
    about: 'What the portal is, in a sentence or two.',
    fallback: 'none',
  }),
  PORTAL_LOGO: optional(pictureFile, {
    about: 'The path of the logo, a PNG, JPEG, GIF or WebP of at most 1 MiB.',
    fallback: 'the name alone',
  }),
  PORTAL_COLOR: optional(accentColors, {
    about:
      'The color of links and buttons as #rrggbb and, after a comma, that on the dark page. The contrast of each must be 4.5:1.',
    fallback: 'a dark green',
  }),
  PORTAL_PUBLISHER: optional(shortText(200), { about: 'Who publishes the catalog.', fallback: 'the host in DCAT' }),
  PORTAL_PUBLISHER_URL: optional(httpUrl, { about: 'The website of PORTAL_PUBLISHER.', fallback: 'none' }),
  PORTAL_CONTACT: optional(mailAddress, {
    about: 'The e-mail address at which visitors ask about the catalog.',
    fallback: 'none',
  }),
  PORTAL_LANGUAGES: optional(languageCodes, {
    about: 'The languages that the page offers (ISO 639-1), separated by commas.',
    fallback: 'all that it has',
  }),
  PORTAL_IMPRINT: optional(urlOrPath, {
    about: 'The URL of the imprint, or its path on the portal.',
    fallback: 'none',
  }),
  PORTAL_PRIVACY: optional(urlOrPath, {
    about: 'The URL of the privacy statement, or its path on the portal.',
    fallback: 'none',
  }),
  PORTAL_ACCESSIBILITY: optional(urlOrPath, {
    about: 'The URL of the accessibility statement, or its path on the portal.',
    fallback: 'none',
  }),
  MAP_TILES_URL: optional(tilesUrl, {
    about:
      'The tiles below the maps of the page, such as https://tiles.example.org/{z}/{x}/{y}.png. Browsers ask its host, which sees the addresses of visitors.',
    fallback: 'the outline of the land',
  }),
  MAP_TILES_ATTRIBUTION: optional(shortText(500), {
    about:
      'Who made the tiles, as HTML with links, such as © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>.',
    fallback: 'none',
  }),
};
