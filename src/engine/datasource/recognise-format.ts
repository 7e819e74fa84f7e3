import { fail } from '#kernel/fail.ts';
import { localEntryNames } from '../archives/zip-archive.ts';
import type { RecognisedFormat } from '../archives/packed-format.ts';
import { toStorableText } from '../records/record.ts';

interface Signature extends RecognisedFormat {
  readonly bytes: string;
  /** The position of the bytes in the file; 0 by default. */
  readonly offset?: number;
  /** Whether ordinary text may contain these letters. The signature then counts only in binary content. */
  readonly isWord?: boolean;
}

const repackAdvice = 'compress it with gzip or zip, or publish it uncompressed';
const tableAdvice = 'convert it to CSV or Parquet';
const document = {
  advice: 'give the table in it as CSV or XLSX, or choose the extractor "file" to list the file itself',
  isDocument: true,
};
const image = {
  advice: 'give a file of data, or choose the extractor "file" to list the file itself',
  isDocument: true,
};

/** The signatures of formats, in Latin-1; the more specific ones come first. */
const signatures: readonly Signature[] = [
  { bytes: '1AY&SY', offset: 4, name: 'compressed with bzip2', advice: repackAdvice },
  { bytes: '\xfd7zXZ\0', name: 'compressed with xz', advice: repackAdvice },
  { bytes: '\x28\xb5\x2f\xfd', name: 'compressed with Zstandard', advice: repackAdvice },
  { bytes: '\x04\x22\x4d\x18', name: 'compressed with LZ4', advice: repackAdvice },
  { bytes: '7z\xbc\xaf\x27\x1c', name: 'compressed with 7-Zip', advice: repackAdvice },
  { bytes: 'Rar!\x1a\x07', name: 'compressed with RAR', advice: repackAdvice },
  { bytes: '\x1f\x9d', name: 'compressed with compress', advice: repackAdvice },
  { bytes: 'ustar\0', offset: 257, name: 'packed with tar', advice: repackAdvice },
  { bytes: 'ustar ', offset: 257, name: 'packed with tar', advice: repackAdvice },
  ...['GPKG', 'GP10', 'GP11'].map((bytes) => ({
    bytes,
    offset: 68,
    name: 'a GeoPackage',
    advice: 'choose the extractor "geopackage"',
    kind: 'geopackage' as const,
    isWord: true,
  })),
  { bytes: 'SQLite format 3\0', name: 'an SQLite database', advice: 'export the table as CSV' },
  { bytes: 'DUCK', offset: 8, name: 'a DuckDB database', advice: 'export the table as CSV or Parquet', isWord: true },
  { bytes: '\0\x01\0\0Standard ', name: 'an Access database', advice: 'export the table as CSV or XLSX' },
  {
    bytes: 'fgb\x03fgb',
    name: 'a FlatGeobuf file',
    advice: 'choose the extractor "flatgeobuf"',
    kind: 'flatgeobuf',
  },
  {
    bytes: '\0\0\x27\x0a',
    name: 'a single .shp file of a Shapefile',
    advice: 'zip it together with its .dbf, .shx and .prj',
  },
  { bytes: 'ARROW1\0\0', name: 'an Arrow file (Feather)', advice: tableAdvice },
  { bytes: '\xff\xff\xff\xff', name: 'an Arrow stream', advice: tableAdvice, isWord: true },
  { bytes: 'FEA1', name: 'a Feather file', advice: tableAdvice, isWord: true },
  { bytes: 'ORC', name: 'an ORC file', advice: tableAdvice, isWord: true },
  { bytes: 'Obj\x01', name: 'an Avro file', advice: tableAdvice },
  {
    bytes: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    name: 'an Office document from before 2007 (.xls, .doc), or one that a password protects',
    advice: 'choose the extractor "xlsfile" for a workbook, or "file" to list the file itself',
    kind: 'spreadsheet',
    isDocument: true,
  },
  { bytes: '\x89HDF\r\n\x1a\n', name: 'an HDF5 or NetCDF file', advice: tableAdvice },
  { bytes: 'CDF\x01', name: 'a NetCDF file', advice: tableAdvice },
  { bytes: 'CDF\x02', name: 'a NetCDF file', advice: tableAdvice },
  { bytes: '$FL2', name: 'an SPSS file', advice: tableAdvice, isWord: true },
  { bytes: '%PDF-', name: 'a PDF document', ...document },
  { bytes: '{\\rtf', name: 'an RTF document', ...document },
  { bytes: '\x89PNG\r\n\x1a\n', name: 'a PNG image', ...image },
  { bytes: '\xff\xd8\xff', name: 'a JPEG image', ...image },
  { bytes: 'GIF87a', name: 'a GIF image', ...image },
  { bytes: 'GIF89a', name: 'a GIF image', ...image },
  { bytes: 'II*\0', name: 'a TIFF image', ...image },
  { bytes: 'MM\0*', name: 'a TIFF image', ...image },
  { bytes: 'WEBP', offset: 8, name: 'a WebP image', ...image, isWord: true },
];

/** Office formats, which are zip archives, by the name of an entry. */
const officeFormats: readonly (RecognisedFormat & { readonly entry: RegExp })[] = [
  { entry: /^xl\/.*\.bin$/, name: 'an Excel workbook in the .xlsb format', advice: 'save it as .xlsx' },
  { entry: /^word\//, name: 'a Word document', ...document },
  { entry: /^ppt\//, name: 'a PowerPoint presentation', ...document },
];

const openDocument: RecognisedFormat = {
  name: 'an OpenDocument file (.ods, .odt)',
  advice: 'choose the extractor "xlsfile" for a spreadsheet, or "file" to list the file itself',
  kind: 'spreadsheet',
  isDocument: true,
};

/** Whether an archive with these entries is an OpenDocument file. */
export const isOpenDocument = (names: readonly string[]): boolean =>
  names.includes('mimetype') && names.includes('content.xml');

/** The number of bytes that are examined. All signatures lie within these bytes. */
const signatureLength = 512;

const isBinary = (text: string): boolean => /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);

const htmlPage = /^(?:\xef\xbb\xbf)?\s*(?:<!--[^]{0,300}?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/i;

/**
 * The format of a file with this beginning, where most or all extractors refuse it: other compression formats, databases,
 * documents, workbooks, images, HTML pages. Undefined for all other formats. The first 512 bytes are enough,
 * except for zip archives, which are recognised by their entries.
 */
export function recogniseFormat(beginning: Buffer): RecognisedFormat | undefined {
  const text = beginning.toString('latin1', 0, signatureLength);
  if (text.startsWith('PK\x03\x04')) return recogniseArchive(localEntryNames(beginning));
  const found = signatures.find(
    ({ bytes, offset = 0, isWord = false }) => text.startsWith(bytes, offset) && (!isWord || isBinary(text)),
  );
  const recognised = found ?? recogniseText(text);
  if (recognised) return recognised;
  return htmlPage.test(text)
    ? {
        name: 'an HTML page',
        advice: `${describeTitle(text)}check that the address leads to the data itself and needs no login`,
        isMarkup: true,
      }
    : undefined;
}

/** Describes the title of a page for the advice, because a title reveals a login page. "" when the beginning has no title. */
function describeTitle(text: string): string {
  const title = /<title[^>]*>([^<]{1,200})</i.exec(text)?.[1] ?? '';
  const shown = toStorableText(Buffer.from(title, 'latin1').toString('utf8').replace(/\s+/g, ' ').trim()).slice(0, 100);
  return shown === '' ? '' : `its title is "${shown}"; `;
}

/** The format of a zip archive with these entries, as `recogniseFormat` returns it. */
export function recogniseArchive(names: readonly string[]): RecognisedFormat | undefined {
  if (isOpenDocument(names)) return openDocument;
  const isOffice = names.includes('[Content_Types].xml');
  return isOffice ? officeFormats.find(({ entry }) => names.some((name) => entry.test(name))) : undefined;
}

/** Fails EXTRACTION_FAILED with the format's name and advice. */
export const failForFormat = ({ name, advice, kind }: RecognisedFormat): never =>
  fail('EXTRACTION_FAILED', {
    reason: `the file is ${name}${kind === undefined ? ', which is not supported' : ''}; ${advice}`,
  });

interface TextFormat extends RecognisedFormat {
  /** Whether a text of at most 512 characters, without a byte order mark, is the beginning of a file of the format. */
  readonly matches: (text: string) => boolean;
}

const textTableAdvice = 'convert it to CSV or JSON';
const mapAdvice = 'convert it to GeoJSON, for example with ogr2ogr';
const workbook = {
  advice: 'choose the extractor "xlsfile", or give a file of the format that you chose',
  kind: 'spreadsheet',
} as const;

/** The first whole lines that are not empty. */
const linesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .slice(0, -1)
    .filter((line) => line.trim() !== '');

/** A statement with which a dump begins, after its comments. */
const sqlStatement =
  /^(?:create\s+(?:table|database|schema|type)\s+[\w"`]|insert\s+into\s+\S+\s*[(v]|drop\s+table\s+\w|begin(?:\s+transaction)?\s*;|pragma\s+\w+\s*=|set\s+\w+\s*=?[^;\n]*;)/i;

const isSql = (text: string): boolean =>
  /^--[^\n]*\bdump\b/im.test(text.slice(0, 100)) ||
  sqlStatement.test(
    text
      .replace(/^--.*$/gm, '')
      .replace(/\/\*[^]*?\*\//g, '')
      .trimStart(),
  );

const yamlLine = /^\s*(?:- +)*(?:["']?[\w ./-]{1,60}["']?:(?:\s.*)?|- .*)$/;

/** Whether text is YAML: it says so, or all lines are members or elements and some are nested. */
function isYaml(text: string): boolean {
  const lines = linesOf(text.replace(/^#.*$/gm, ''));
  if (/^%YAML\b/.test(text)) return true;
  const members = lines[0]?.trim() === '---' ? lines.slice(1) : lines;
  if (members.length === 0 || !members.every((line) => yamlLine.test(line))) return false;
  return (
    members !== lines ||
    members.some((line, index) => /:\s*$/.test(line) && /^\s*- |^\s+\S/.test(members[index + 1] ?? ''))
  );
}

/** How lines of logs begin: of web servers, of syslog, or with a time and a level. */
const logLine =
  /^(?:\S+ \S+ \S+ \[\d\d\/\w{3}\/\d{4}:[^\]]+\] "|(?:<\d+>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ \S+:|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\s+(?:\[[^\]]*\]\s+)?\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL)\b)/;

function isLog(text: string): boolean {
  const lines = linesOf(text).slice(0, 3);
  return lines.length > 1 && lines.every((line) => logLine.test(line));
}

const textFormats: readonly TextFormat[] = [
  {
    name: 'a calendar (iCalendar)',
    advice: textTableAdvice,
    matches: (text) => /^BEGIN:VCALENDAR\b/i.test(text),
  },
  { name: 'a list of contacts (vCard)', advice: textTableAdvice, matches: (text) => /^BEGIN:VCARD\b/i.test(text) },
  {
    name: 'a SYLK workbook (.slk)',
    ...workbook,
    matches: (text) => /^ID;P[^\r\n]*\r?\n(?:P;P|F;|B;[YX]|C;[YX]|O;|NN;|NE;)/.test(text),
  },
  { name: 'a DIF table', advice: textTableAdvice, matches: (text) => /^TABLE\r?\n0,1\r?\n/.test(text) },
  { name: 'a flat OpenDocument file (.fods)', ...workbook, matches: (text) => /<office:document[\s>]/.test(text) },
  {
    name: 'an Excel 2003 workbook in XML',
    ...workbook,
    matches: (text) =>
      /<\?mso-application progid="Excel\.Sheet"|"urn:schemas-microsoft-com:office:spreadsheet"/.test(text),
  },
  {
    name: 'a GML file',
    advice: mapAdvice,
    isMarkup: true,
    matches: (text) => /<(?:wfs|gml|ogr):FeatureCollection\b|<\w+:FeatureCollection\b[^>]*\bxmlns:gml=/.test(text),
  },
  {
    name: 'a MapInfo file',
    advice: `${mapAdvice}, from all of its parts`,
    matches: (text) => /^!table\r?\n!version\b/i.test(text) || /^Version\s+\d+\r?\nCharset\s+"/i.test(text),
  },
  { name: 'SQL', advice: 'load it into a database and export the table as CSV', matches: isSql },
  { name: 'a log', advice: textTableAdvice, matches: isLog },
  { name: 'YAML', advice: textTableAdvice, matches: isYaml },
];

/** The format of a text that is a table to no reader, although every line could be one; undefined for any other. */
const recogniseText = (beginning: string): RecognisedFormat | undefined => {
  const text = beginning.replace(/^\xef\xbb\xbf/, '');
  return textFormats.find(({ matches }) => matches(text));
};
