import { requiredMessage, type FieldErrors } from '#kernel/fail.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '#kernel/json.ts';
import { isStorable, isStorableJson, unstorableMessage } from '../records/record.ts';

/**
 * The TypeScript type behind each type of setting. An `integer` without a value is null. A `mapping` has the values of this portal by those of
 * the source, or such an object by the name of a thesaurus.
 */
interface SettingTypes {
  text: string;
  integer: number | null;
  boolean: boolean;
  mapping: JsonObject;
}

/** One setting of a kind of harvester (docs/contract/administration.md 10). */
export interface HarvesterSetting {
  readonly name: string;
  readonly type: keyof SettingTypes;
  readonly description: string;
  readonly isMandatory?: boolean;
  /** Whether the value is encrypted and never returned. */
  readonly isSecret?: boolean;
  /** The address or host of the portal: a secret is sent there and must be given again for another one. */
  readonly isAddress?: boolean;
  /** Default: an empty text, no number, false, an empty object. */
  readonly default?: string;
  /** The least number. Default: 0. */
  readonly minimum?: number;
}

/** The checked settings of a kind: every one present, of its type. */
export type SettingsOf<Settings extends readonly HarvesterSetting[]> = {
  readonly [S in Settings[number] as S['name']]: SettingTypes[S['type']];
};

const maxTextLength = 10_000;
/** The longest mapping, in characters of JSON. */
const maxMappingLength = 100_000;

/** The value of a setting, or what is wrong with it. */
type Parsed = { readonly value: Json } | { readonly problem: string };

function parseSetting(setting: HarvesterSetting, given: Json | undefined): Parsed {
  const isAbsent = given === undefined || given === null || (typeof given === 'string' && given.trim() === '');
  if (setting.isMandatory && isAbsent) return { problem: requiredMessage };
  if (setting.type === 'text') return parseText(given ?? setting.default ?? '');
  if (setting.type === 'boolean') return isAbsent ? { value: false } : parseBoolean(given);
  if (setting.type === 'mapping') return isAbsent ? { value: {} } : parseMapping(given);
  return isAbsent ? { value: null } : parseInteger(given, setting.minimum ?? 0);
}

function parseText(given: Json): Parsed {
  if (typeof given !== 'string') return { problem: 'Give a text.' };
  if (given.length > maxTextLength) return { problem: `Give at most ${maxTextLength} characters.` };
  return isStorable(given) ? { value: given.trim() } : { problem: unstorableMessage };
}

/** A boolean, or the word for one. */
function parseBoolean(given: Json): Parsed {
  const words: Readonly<Record<string, boolean>> = { true: true, false: false };
  const value = typeof given === 'string' ? words[given.trim().toLowerCase()] : given;
  return typeof value === 'boolean' ? { value } : { problem: 'Give true or false.' };
}

/** A mapping: an object, the text of one as JSON, or a line `source=value` each. */
function parseMapping(given: Json): Parsed {
  const value = typeof given === 'string' ? (tryParseJson(given) ?? mappingOfLines(given)) : given;
  if (!isJsonObject(value) || !Object.values(value).every((each) => isText(each) || isTexts(each)))
    return { problem: 'Give an object whose values are texts, or objects of texts by the name of a thesaurus.' };
  if (JSON.stringify(value).length > maxMappingLength)
    return { problem: `Give at most ${maxMappingLength} characters of JSON.` };
  return isStorableJson(value) ? { value } : { problem: unstorableMessage };
}

const isText = (value: Json): boolean => typeof value === 'string';
const isTexts = (value: Json): boolean => isJsonObject(value) && Object.values(value).every(isText);

/** The mapping of lines; undefined when one of them is none. */
function mappingOfLines(text: string): JsonObject | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^(.+)=(.+)$/.exec(line));
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map(([, from = '', to = '']) => [from.trim(), to.trim()]))
    : undefined;
}

const parseInteger = (given: Json | undefined, minimum: number): Parsed =>
  typeof given === 'number' && Number.isInteger(given) && given >= minimum && given <= 2 ** 31 - 1
    ? { value: given }
    : { problem: `Give a whole number from ${minimum}.` };

/**
 * Checks the settings of a kind. Unknown ones are left out. `check` validates what the types cannot express. Errors have the name of their
 * setting; the result is complete only when there are none.
 */
export function checkSettings<const Settings extends readonly HarvesterSetting[]>(
  settings: Settings,
  input: JsonObject,
  check: (checked: SettingsOf<Settings>) => FieldErrors = () => ({}),
): { readonly settings: SettingsOf<Settings>; readonly errors: FieldErrors } {
  const errors: Record<string, string[]> = {};
  const values: Record<string, Json> = {};
  for (const setting of settings) {
    const parsed = parseSetting(setting, Object.hasOwn(input, setting.name) ? input[setting.name] : undefined);
    if ('problem' in parsed) errors[setting.name] = [parsed.problem];
    else if (setting.isAddress && typeof parsed.value === 'string' && parsed.value !== '') {
      const problem = addressProblem(parsed.value);
      if (problem === undefined) values[setting.name] = parsed.value;
      else errors[setting.name] = [problem];
    } else values[setting.name] = parsed.value;
  }
  // The loop sets exactly the described names to values of their types, which TypeScript cannot infer.
  const checked = values as SettingsOf<Settings>;
  return { settings: checked, errors: Object.keys(errors).length > 0 ? errors : check(checked) };
}

/** The schemes of portals and file servers. */
const schemes = new Set(['http:', 'https:', 'ftp:', 'ftps:', 'sftp:']);

/** The address that a text stands for: a URL, or a host name for https; undefined for other texts. */
export function addressOf(text: string): URL | undefined {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  return url && schemes.has(url.protocol) && url.hostname !== '' ? url : undefined;
}

function addressProblem(text: string): string | undefined {
  const url = addressOf(text);
  if (!url) return 'Give an address, such as https://data.example.org.';
  return url.username !== '' || url.password !== '' ? 'An address contains no user name and no password.' : undefined;
}

/** The settings that every kind with data has beside its own. */
export const metadataOnly = {
  name: 'metadata_only',
  type: 'boolean',
  description: 'Whether datasets get no resources.',
} as const satisfies HarvesterSetting;
export const downloadResources = {
  name: 'download_resources',
  type: 'boolean',
  description: 'Whether the files of resources are stored here; otherwise a publication reads them from their address.',
} as const satisfies HarvesterSetting;
