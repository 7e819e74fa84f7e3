import { formulaText, jsonText } from './quote.ts';
import { keyPlaceholder, type Use } from './record-query.ts';
import { spreadsheetAddress } from './programs.ts';

/** All records as a query of Power Query, which Excel and Power BI refresh. */
export function powerQuery(use: Use): string {
  const headers = use.needsKey ? `, [Headers = [Authorization = ${formulaText(`Apikey ${keyPlaceholder}`)}]]` : '';
  return `let
  Source = Csv.Document(
    Web.Contents(${formulaText(spreadsheetAddress(use))}${headers}),
    [Delimiter = ",", Encoding = 65001, QuoteStyle = QuoteStyle.Csv]
  ),
  Records = Table.PromoteHeaders(Source, [PromoteAllScalars = true])
in
  Records
`;
}

/** The address that a spreadsheet without headers of requests reads. It then holds the key. */
export const keyedAddress = (use: Use): string =>
  use.needsKey ? `${spreadsheetAddress(use)}&apikey=${keyPlaceholder}` : spreadsheetAddress(use);

/** All records as a formula of Google Sheets. */
export const sheetsFormula = (use: Use): string => `=IMPORTDATA(${formulaText(keyedAddress(use))})`;

/** The address of the service for agents. */
export const mcpAddress = ({ service }: Pick<Use, 'service'>): string => `${service}/mcp`;

/** The configuration by which a client of the Model Context Protocol reaches the service. */
export function mcpConfiguration(use: Use): string {
  const headers = use.needsKey
    ? `,\n      "headers": { "Authorization": ${jsonText(`Bearer ${keyPlaceholder}`)} }`
    : '';
  return `{
  "mcpServers": {
    "catalog": {
      "type": "http",
      "url": ${jsonText(mcpAddress(use))}${headers}
    }
  }
}
`;
}
