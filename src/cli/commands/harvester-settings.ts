import type { Json, JsonObject } from '#kernel/json.ts';
import { CommandError } from '../exit-codes.ts';
import { isReference, resolveSecrets } from '../files/secrets.ts';

/** A setting of a kind of harvester, as the instance describes it. */
interface SettingType {
  readonly name: string;
  /** `text`, `integer`, `boolean` or `mapping`, which is written as JSON. */
  readonly type: string;
  readonly isSecret: boolean;
}

/** How the settings of a command line are read. */
interface SettingsReader {
  readonly kind: string;
  readonly known: readonly SettingType[];
  readonly env: NodeJS.ProcessEnv;
  /** Whether the caller accepts that the list of processes and the history of the shell have a secret. */
  readonly isClearAccepted: boolean;
}

/**
 * Reads settings of the form `name=value`, each of the type that the kind gives it. A secret is a reference to the environment. Throws a
 * CommandError that names the setting and what to do.
 */
export function parseSettings(
  given: readonly string[],
  { kind, known, env, isClearAccepted }: SettingsReader,
): JsonObject {
  const written = given.map((text): [string, Json] => {
    const [name, value] = splitSetting(text);
    const setting = known.find((each) => each.name === name);
    if (!setting)
      throw new CommandError(`${kind} has no setting ${name}. It has ${known.map((each) => each.name).join(', ')}.`);
    if (setting.isSecret && !isReference(value) && !isClearAccepted)
      throw new CommandError(
        `${name} is a secret, which the list of processes would show. Set it in the environment and write --setting '${name}=\${env:CATALOGRAPH_SECRET_…}', or add --clear-secrets.`,
      );
    return [name, parseValue(setting, value)];
  });
  const names = written.map(([name]) => name);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new CommandError(`The setting ${twice} is given twice.`);
  const { value, missing } = resolveSecrets(Object.fromEntries(written), env);
  if (missing.length > 0) throw new CommandError(`${missing.join(', ')} is not set in the environment.`);
  return value;
}

/** The name and the value; the text of an error does not repeat the value. */
function splitSetting(text: string): readonly [string, string] {
  const end = text.indexOf('=');
  if (end < 1) throw new CommandError('A setting has the form name=value.');
  return [text.slice(0, end).trim(), text.slice(end + 1)];
}

function parseValue({ name, type }: SettingType, value: string): Json {
  if (type === 'boolean') {
    if (!/^(?:true|false)$/.test(value)) throw new CommandError(`The setting ${name} is true or false.`);
    return value === 'true';
  }
  if (type !== 'integer') return value;
  if (!/^\d{1,10}$/.test(value)) throw new CommandError(`The setting ${name} is a whole number.`);
  return Number(value);
}
