import type { RecognisedFormat } from './recognised-format.ts';

interface TextFormat extends RecognisedFormat {
  /** Whether a text of at most 512 characters, without a byte order mark, is the beginning of a file of the format. */
  readonly matches: (text: string) => boolean;
}

const tableAdvice = 'convert it to CSV or JSON';
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
    advice: tableAdvice,
    matches: (text) => /^BEGIN:VCALENDAR\b/i.test(text),
  },
  { name: 'a list of contacts (vCard)', advice: tableAdvice, matches: (text) => /^BEGIN:VCARD\b/i.test(text) },
  {
    name: 'a SYLK workbook (.slk)',
    ...workbook,
    matches: (text) => /^ID;P[^\r\n]*\r?\n(?:P;P|F;|B;[YX]|C;[YX]|O;|NN;|NE;)/.test(text),
  },
  { name: 'a DIF table', advice: tableAdvice, matches: (text) => /^TABLE\r?\n0,1\r?\n/.test(text) },
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
  { name: 'a log', advice: tableAdvice, matches: isLog },
  { name: 'YAML', advice: tableAdvice, matches: isYaml },
];

/** The format of a text that is a table to no reader, although every line could be one; undefined for any other. */
export const recogniseText = (beginning: string): RecognisedFormat | undefined => {
  const text = beginning.replace(/^\xef\xbb\xbf/, '');
  return textFormats.find(({ matches }) => matches(text));
};
