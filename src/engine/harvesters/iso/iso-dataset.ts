import type { XmlElement } from '#engine/extractors/xml/xml-reader.ts';
import type { RemoteDataset } from '../harvester-kind.ts';
import { extentFields, extentOf, type RemoteExtent } from '../remote-extent.ts';
import { toRemoteMetadata } from '../remote-metadata.ts';
import { attributeText, codeOf, elementsAt, elementsBelow, textAt, textOfElement, textsAt } from '../xml-values.ts';
import { type CatalogLink, partsOf, type RecordOptions, toDescription } from './catalog-record.ts';
import { translationsOf } from './localised-texts.ts';
import { mapValue } from './value-mapping.ts';

/** A record by ISO 19139 as a dataset; undefined without an identifier. */
export function isoEntry(record: XmlElement, options: RecordOptions): RemoteDataset | undefined {
  const id = textAt(record, 'fileIdentifier');
  if (id === '') return undefined;
  // data and services have their own elements with the same content
  const [about] = elementsAt(record, 'identificationInfo/*');
  const title = textAt(about, 'citation/CI_Citation/title') || id;
  const description = toDescription(textAt(about, 'abstract'), options);
  const links = elementsAt(record, 'distributionInfo')
    .flatMap((distribution) => elementsBelow(distribution, 'CI_OnlineResource'))
    .map(toLink);
  const formats = textsAt(record, 'distributionInfo/MD_Distribution/distributionFormat/MD_Format/name');
  const { resources, attachments, links: references } = partsOf(links, formats);
  const changed = textAt(record, 'dateStamp');
  const date = (type: string): string => dateOf(about, type);
  const [contact] = [...parties(about, 'pointOfContact'), ...parties(record, 'contact')];
  const byRole = (role: string) => parties(about, '*').find((party) => codeOf(elementsAt(party, 'role')[0]) === role);
  const publisher = byRole('publisher') ?? byRole('owner') ?? byRole('custodian') ?? contact;
  const { keywords, themes } = subjectsOf(about, options);
  const period = elementsAt(about, 'extent/EX_Extent/temporalElement');
  const constraints = constraintsOf(about);
  const metadata = toRemoteMetadata({
    title,
    description,
    keywords,
    themes,
    publisher: publisher && organisationOf(publisher),
    creator: organisationOf(byRole('author') ?? byRole('originator')),
    contactName: contact && (textAt(contact, 'individualName') || organisationOf(contact)),
    contactEmail: contact && elementsBelow(contact, 'electronicMailAddress').map(textOfElement)[0],
    license: mapValue(options.licenses, licenseOf(about, constraints)),
    language: codeOf(elementsAt(about, 'language')[0]) || codeOf(elementsAt(record, 'language')[0]),
    frequency: codeOf(
      elementsAt(about, 'resourceMaintenance/MD_MaintenanceInformation/maintenanceAndUpdateFrequency')[0],
    ),
    modified: date('revision') || changed,
    issued: date('publication'),
    created: date('creation'),
    periodStart: firstBelow(period, ['beginPosition', 'begin']),
    periodEnd: firstBelow(period, ['endPosition', 'end']),
    references,
    extras: {
      metadata_date: changed,
      hierarchy_level: codeOf(elementsAt(record, 'hierarchyLevel')[0]),
      identifier: textAt(about, 'citation/CI_Citation/identifier/*/code'),
      scale: textAt(about, 'spatialResolution/MD_Resolution/equivalentScale/MD_RepresentativeFraction/denominator'),
      ...translationsOf(record, {
        title: elementsAt(about, 'citation/CI_Citation/title'),
        description: elementsAt(about, 'abstract'),
        keywords: elementsAt(about, 'descriptiveKeywords/MD_Keywords/keyword'),
      }),
    },
  });
  const places = elementsAt(about, 'extent/EX_Extent');
  const names = places.flatMap((place) => [
    ...textsAt(place, 'description'),
    ...textsAt(place, 'geographicElement/EX_GeographicDescription/geographicIdentifier'),
  ]);
  const inspire = {
    ...extentFields(boxOf(places, options.isInverted), [...new Set(names)].join(', ')),
    ...textField(
      'lineage',
      elementsBelow(record, 'LI_Lineage').map((lineage) => textAt(lineage, 'statement')),
    ),
    ...textField('constraints', constraints),
  };
  return {
    id,
    title,
    description,
    version: null,
    metadata: Object.keys(inspire).length > 0 ? { ...metadata, inspire } : metadata,
    resources,
    attachments,
    fields: [],
  };
}

const toLink = (link: XmlElement): CatalogLink => ({
  url: textAt(link, 'linkage'),
  protocol: textAt(link, 'protocol'),
  name: textAt(link, 'name'),
  description: textAt(link, 'description'),
  use: codeOf(elementsAt(link, 'function')[0]),
});

const textField = (name: string, texts: readonly string[]) => {
  const text = [...new Set(texts.filter((each) => each !== ''))].join('\n');
  return text === '' ? {} : { [name]: text };
};

/** The date of a type, such as `revision`: the latest one. */
const dateOf = (about: XmlElement | undefined, type: string): string =>
  elementsAt(about, 'citation/CI_Citation/date/CI_Date')
    .filter((date) => codeOf(elementsAt(date, 'dateType')[0]) === type)
    .map((date) => textAt(date, 'date'))
    .toSorted()
    .at(-1) ?? '';

const parties = (element: XmlElement | undefined, path: string): readonly XmlElement[] =>
  elementsAt(element, `${path}/CI_ResponsibleParty`);

const organisationOf = (party: XmlElement | undefined): string =>
  textAt(party, 'organisationName') || textAt(party, 'individualName');

const firstBelow = (elements: readonly XmlElement[], names: readonly string[]): string | undefined =>
  elements
    .flatMap((element) => names.flatMap((name) => elementsBelow(element, name)))
    .map(textOfElement)
    .find((text) => text !== '');

/** Keywords and themes: by the thesauri of the settings, or all keywords and the categories of ISO. Themes are those of this portal. */
function subjectsOf(about: XmlElement | undefined, { keywordsThesaurus, themeThesaurus, themes }: RecordOptions) {
  const groups = elementsAt(about, 'descriptiveKeywords/MD_Keywords').map((group) => ({
    thesaurus: textAt(group, 'thesaurusName/CI_Citation/title').toLowerCase(),
    words: textsAt(group, 'keyword'),
  }));
  const isOf = (name: string) => (group: { readonly thesaurus: string }) =>
    name.trim() !== '' && group.thesaurus.includes(name.trim().toLowerCase());
  const ofThemes = groups.filter(isOf(themeThesaurus));
  const ofKeywords =
    keywordsThesaurus.trim() === ''
      ? groups.filter((group) => !ofThemes.includes(group))
      : groups.filter(isOf(keywordsThesaurus));
  return {
    keywords: ofKeywords.flatMap(({ words }) => words),
    themes:
      themeThesaurus.trim() === ''
        ? textsAt(about, 'topicCategory').map((theme) => mapValue(themes, theme))
        : ofThemes.flatMap(({ thesaurus, words }) => words.map((theme) => mapValue(themes, theme, thesaurus))),
  };
}

const limits = ['useLimitation', 'useConstraints', 'accessConstraints', 'otherConstraints'] as const;

/** What limits the use of a dataset, as sentences. */
const constraintsOf = (about: XmlElement | undefined): readonly string[] => [
  ...new Set(
    elementsAt(about, 'resourceConstraints/*')
      .flatMap(({ children }) => children)
      .flatMap((child) => {
        const isLimit = limits.some((name) => child.name.endsWith(name));
        const text = isLimit ? textOfElement(child) || codeOf(child) : '';
        return text === '' || text === 'otherRestrictions' ? [] : [text];
      }),
  ),
];

/** The license: the address of a link or in a text, or the first sentence that speaks of one. */
function licenseOf(about: XmlElement | undefined, constraints: readonly string[]): string {
  const legal = elementsAt(about, 'resourceConstraints/*');
  const anchors = legal
    .flatMap((each) => elementsBelow(each, 'Anchor'))
    .map((anchor) => attributeText(anchor, 'href'))
    .filter((address) => /^https?:/i.test(address) && !/LimitationsOnPublicAccess/i.test(address));
  const isLicense = (text: string): boolean =>
    /licen[csz]|lizenz|\bcc[- ](?:by|0)|creativecommons|open ?data/i.test(text);
  const named = constraints.find(isLicense);
  const address = /https?:\/\/[^\s"'<>,;)]+/.exec(named ?? '')?.[0];
  return anchors.find(isLicense) ?? address ?? named ?? anchors[0] ?? '';
}

function boxOf(places: readonly XmlElement[], isInverted: boolean): RemoteExtent | undefined {
  const corners = places
    .flatMap((place) => elementsBelow(place, 'EX_GeographicBoundingBox'))
    .flatMap((box): [number, number][] => {
      const side = (name: string): number => Number(textAt(box, name) || NaN);
      const [west, east] = [side('westBoundLongitude'), side('eastBoundLongitude')];
      const [south, north] = [side('southBoundLatitude'), side('northBoundLatitude')];
      return isInverted
        ? [
            [south, west],
            [north, east],
          ]
        : [
            [west, south],
            [east, north],
          ];
    });
  return extentOf(corners);
}
