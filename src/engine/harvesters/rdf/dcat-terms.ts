/** The namespaces of DCAT catalogs. */
const namespaces = {
  dcat: 'http://www.w3.org/ns/dcat#',
  dct: 'http://purl.org/dc/terms/',
  dc: 'http://purl.org/dc/elements/1.1/',
  foaf: 'http://xmlns.com/foaf/0.1/',
  vcard: 'http://www.w3.org/2006/vcard/ns#',
  schema: 'http://schema.org/',
  schemas: 'https://schema.org/',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  adms: 'http://www.w3.org/ns/adms#',
  locn: 'http://www.w3.org/ns/locn#',
  geo: 'http://www.opengis.net/ont/geosparql#',
  hydra: 'http://www.w3.org/ns/hydra/core#',
  time: 'http://www.w3.org/2006/time#',
} as const;

/** The IRI of a name such as `dct:title`. */
export const iri = (name: `${keyof typeof namespaces}:${string}`): string => {
  const [prefix = '', local = ''] = name.split(':');
  return `${new Map<string, string>(Object.entries(namespaces)).get(prefix) ?? ''}${local}`;
};

/** The names of the themes of the authority table `data-theme` of the European Union, which catalogs refer to without describing them. */
const themes: Readonly<Record<string, string>> = {
  AGRI: 'Agriculture, fisheries, forestry and food',
  ECON: 'Economy and finance',
  EDUC: 'Education, culture and sport',
  ENER: 'Energy',
  ENVI: 'Environment',
  GOVE: 'Government and public sector',
  HEAL: 'Health',
  INTR: 'International issues',
  JUST: 'Justice, legal system and public safety',
  REGI: 'Regions and cities',
  SOCI: 'Population and society',
  TECH: 'Science and technology',
  TRAN: 'Transport',
};

/** A name for an IRI that the catalog does not describe: that of a theme, or its last part. */
export function nameOfIri(value: string): string {
  const last = decode(value.split(/[/#]/).findLast((part) => part !== '') ?? '');
  return (value.includes('/authority/data-theme/') ? themes[last] : undefined) ?? last;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
