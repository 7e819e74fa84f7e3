import { encodePart, hasUnseen, jsonText, pythonText, rText, shellText } from './quote.ts';
import {
  addressWith,
  csvParameters,
  exploreAddress,
  keyPlaceholder,
  pageParameters,
  type Parameter,
  parametersOf,
  queryOf,
  type Use,
} from './record-query.ts';

const keyHeader = `Apikey ${keyPlaceholder}`;

/** The records of a page, and all of them as a file, with curl. */
export function curlCommands(use: Use): { readonly page: string; readonly file: string } {
  const parameters = parametersOf(queryOf(use));
  const key = use.needsKey ? [`-H ${shellText(`Authorization: ${keyHeader}`)}`] : [];
  const command = (part: string, options: readonly string[], given: readonly Parameter[]): string =>
    [`curl -fG ${shellText(exploreAddress(use, part))}`, ...key, ...options, ...given.map(curlParameter)].join(
      ' \\\n  ',
    );
  return {
    page: command('records', [], pageParameters(use)),
    file: command('exports/csv', [`-o ${shellText('records.csv')}`], parameters),
  };
}

/** curl encodes what it sends. A text with characters that a terminal obeys is encoded here. */
const curlParameter = ([name, value]: Parameter): string =>
  hasUnseen(value)
    ? `-d ${shellText(`${name}=${encodePart(value)}`)}`
    : `--data-urlencode ${shellText(`${name}=${value}`)}`;

/** The records of a page in JavaScript, in browsers and in Node. */
export function javascriptProgram(use: Use): string {
  const lines = pageParameters(use).map(([name, value]) => `  [${jsonText(name)}, ${jsonText(value)}],`);
  const headers = use.needsKey ? `, {\n  headers: { authorization: ${jsonText(keyHeader)} },\n}` : '';
  return `const address = new URL(${jsonText(exploreAddress(use, 'records'))});
address.search = new URLSearchParams([
${lines.join('\n')}
]);
const response = await fetch(address${headers});
if (!response.ok) throw new Error(await response.text());
const { total_count, results } = await response.json();
console.log(total_count, results);
`;
}

/** All records as a data frame in Python. */
export function pythonPrograms(use: Use): { readonly csv: string; readonly parquet: string } {
  const query = queryOf(use);
  const shown = new Set(query.select ?? use.fields.map(({ name }) => name));
  const dates = use.fields.filter(({ name, type }) => shown.has(name) && (type === 'date' || type === 'datetime'));
  const key = use.needsKey ? `storage_options={"Authorization": ${pythonText(keyHeader)}}` : undefined;
  const program = (
    part: string,
    read: string,
    given: readonly Parameter[],
    options: readonly (string | undefined)[],
  ) => {
    const address = pythonText(exploreAddress(use, part));
    const lines = given.map(([name, value]) => `    (${pythonText(name)}, ${pythonText(value)}),\n`).join('');
    const rest = options.filter((option) => option !== undefined).map((option) => `    ${option},\n`);
    const encoded = given.length > 0;
    return `${encoded ? 'from urllib.parse import urlencode\n' : ''}import pandas as pd

address = ${address}
${encoded ? `address += "?" + urlencode([\n${lines}])\n` : ''}records = pd.${read}(${rest.length === 0 ? 'address' : `\n    address,\n${rest.join('')}`})
print(records)
`;
  };
  const parsed =
    dates.length === 0 ? undefined : `parse_dates=[${dates.map(({ name }) => pythonText(name)).join(', ')}]`;
  const parameters = parametersOf(query);
  return {
    csv: program('exports/csv', 'read_csv', [...parameters, ...csvParameters], [parsed, key]),
    parquet: program('exports/parquet', 'read_parquet', parameters, [key]),
  };
}

/** All records as a data frame in R. */
export function rProgram(use: Use): string {
  const parameters = [...parametersOf(queryOf(use)), ...csvParameters];
  const lines = parameters.map(([name, value]) => `  ${name} = ${rText(value)}`).join(',\n');
  const headers = use.needsKey ? `, headers = c(Authorization = ${rText(keyHeader)})` : '';
  return `address <- ${rText(exploreAddress(use, 'exports/csv'))}
parameters <- c(
${lines}
)
query <- paste0(names(parameters), "=", sapply(parameters, URLencode, reserved = TRUE, repeated = TRUE), collapse = "&")
records <- read.csv(url(paste0(address, "?", query)${headers}), check.names = FALSE, encoding = "UTF-8")
print(records)
`;
}

/** The address of a CSV file of all records, which spreadsheets read: no text of it becomes a formula. */
export function spreadsheetAddress(use: Use): string {
  const parameters = [...parametersOf(queryOf(use)), ['delimiter', ','] as const, ['escape_formulas', 'true'] as const];
  return addressWith(exploreAddress(use, 'exports/csv'), parameters);
}
