import { decode } from 'html-entities';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';
import type { RemoteEntry, RemoteResource } from './harvester-kind.ts';
import { memberOf, objectsOf, plainValue, textOf, textsOf } from './read-values.ts';
import { parsePeriod } from './remote-dates.ts';
import { textToHtml, toRemoteMetadata } from './remote-metadata.ts';
import { sortParts } from './remote-parts.ts';

/** A license beyond this is a text of terms, in characters. */
const maxLicenseLength = 200;

/** Members that have a field of their own here, or say nothing about the dataset. */
const knownMembers = new Set([
  ...['@type', '@id', '@context', 'accessLevel', 'accrualPeriodicity', 'contactPoint', 'description', 'distribution'],
  ...['identifier', 'issued', 'keyword', 'landingPage', 'language', 'license', 'modified', 'publisher', 'references'],
  ...['temporal', 'theme', 'title', 'created'],
]);

/** A dataset of a data.json as Project Open Data 1.1 and DCAT-US 3 describe it. */
export function parseDataJsonEntry(item: Json, position: number): RemoteEntry {
  if (!isJsonObject(item)) return { id: `entry ${position}`, error: 'The entry is not an object.' };
  const id = identifierOf(item);
  if (id === '') return { id: `entry ${position}`, error: 'The entry has no identifier.' };
  const title = textOf(item, 'title') || id;
  const description = textToHtml(textOf(item, 'description'));
  const { resources, attachments, links } = sortParts(objectsOf(item, 'distribution').map(toPart));
  const license = plainLicense(textOf(item, 'license'));
  const isTerms = license.length > maxLicenseLength;
  const { start, end } = parsePeriod(memberOf(item, 'temporal'));
  return {
    id,
    title,
    description,
    version: null,
    metadata: toRemoteMetadata({
      title,
      description,
      keywords: textsOf(item, 'keyword'),
      themes: textsOf(item, 'theme'),
      publisher: textOf(item, 'publisher', 'name') || textOf(item, 'publisher'),
      contactName: textOf(item, 'contactPoint', 'fn'),
      contactEmail: textOf(item, 'contactPoint', 'hasEmail'),
      license: isTerms ? '' : license,
      language: textsOf(item, 'language')[0],
      frequency: textOf(item, 'accrualPeriodicity'),
      modified: memberOf(item, 'modified'),
      issued: memberOf(item, 'issued'),
      created: memberOf(item, 'created'),
      periodStart: start,
      periodEnd: end,
      temporal: start === undefined ? textOf(item, 'temporal') : '',
      references: [textOf(item, 'landingPage'), ...textsOf(item, 'references'), ...links],
      extras: {
        ...Object.fromEntries(
          Object.entries(item).flatMap(([name, value]) => (knownMembers.has(name) ? [] : [[name, plainValue(value)]])),
        ),
        ...(isTerms && { license_text: license }),
      },
    }),
    resources: resources.map(withoutHubWait),
    attachments,
    fields: [],
  };
}

/** The identifier: a text, or an object with an address or a notation. */
function identifierOf(item: JsonObject): string {
  const found = memberOf(item, 'identifier');
  return isJsonObject(found) ? textOf(found, '@id') || textOf(found, 'notation') : textOf(item, 'identifier');
}

/** A distribution. Its title can name a format that its own members do not: a zip of shapes. */
const toPart = (distribution: JsonObject) => ({
  url: textOf(distribution, 'downloadURL') || textOf(distribution, 'accessURL'),
  title: textOf(distribution, 'title'),
  formats: [textOf(distribution, 'format'), textOf(distribution, 'title'), textOf(distribution, 'mediaType')],
  revision: textOf(distribution, 'modified'),
});

/** A license without elements of HTML. */
const plainLicense = (text: string): string =>
  decode(text.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** Exports of ArcGIS Hub are made when they are asked for; this parameter asks for the file itself. */
const withoutHubWait = (resource: RemoteResource): RemoteResource =>
  resource.url.includes('/api/download/v1/items/') && !/[?&]redirect=/.test(resource.url)
    ? { ...resource, url: `${resource.url}${resource.url.includes('?') ? '&' : '?'}redirect=true` }
    : resource;
