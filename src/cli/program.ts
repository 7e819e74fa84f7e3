import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { type ApplyOptions, applyPortal } from './commands/apply.ts';
import { refuseLinksOutside } from './files/portal-folder.ts';
import { readSecretsFile } from './files/secrets.ts';
import { exportPortal } from './commands/export.ts';
import { importAdministration } from './commands/import-administration.ts';
import { importFolder } from './commands/import-folder.ts';
import { importByHarvester } from './commands/import-harvester.ts';
import { planPortal } from './commands/plan.ts';
import { completionScript } from './completion-script.ts';
import { CommandError, exitCodes, type ExitCode, messageOf } from './exit-codes.ts';
import { GraphClient } from './graph-client.ts';
import type { Session } from './nouns/noun.ts';
import { nouns } from './nouns/nouns.ts';
import { type Streams, Terminal } from './terminal.ts';

/** What the command line runs in: the process, or a test. */
export interface Surroundings extends Streams {
  readonly env: NodeJS.ProcessEnv;
  /** Calls a listener instead of ending the process, where the person interrupts it. */
  readonly onInterrupt?: (listener: () => void) => unknown;
}

const defaultUrl = 'http://localhost:4000';

const exitCodeHelp = `
Exit codes: 0 done, or nothing to change · 1 failed · 2 a plan has changes · 3 refused.
The key is CATALOGRAPH_KEY, the address CATALOGRAPH_URL.`;

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, ...value.split(',')];

const append = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

const httpUrl = (value: string): string => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new InvalidArgumentError('An http or https address is expected.');
  return value;
};

/** An address that a harvester reads. */
function portalUrl(value: string): string {
  if (!/^(?:https?|ftps?|sftp):$/.test(URL.parse(value)?.protocol ?? ''))
    throw new CommandError(
      'An address of http, https, ftp, ftps or sftp is expected, such as https://data.example.org.',
    );
  return value;
}

/** The options of every command that calls an instance. */
interface GlobalOptions {
  readonly url: string;
  readonly key?: string;
  readonly json?: true;
  readonly secrets?: string;
}

interface ImportOptions {
  readonly dryRun?: boolean;
  readonly publish?: boolean;
  /** False for `--no-wait`. */
  readonly wait: boolean;
  readonly name?: string;
  readonly remoteKey?: string;
  readonly to?: string;
  readonly setting?: readonly string[];
  readonly clearSecrets?: boolean;
  readonly watch?: boolean;
  readonly users?: string;
}

/** Imports from a folder or from another portal. Fails where options do not fit together, so that none is passed over. */
function importFrom(
  session: Session,
  terminal: Terminal,
  kind: string,
  source: string,
  { remoteKey, to, watch, users, ...options }: ImportOptions,
  onInterrupt: Surroundings['onInterrupt'],
): Promise<ExitCode> {
  if (watch === true && (kind !== 'folder' || options.dryRun === true))
    throw new CommandError('--watch fits the kind folder, without --dry-run.');
  if ((to !== undefined || users !== undefined) && (kind !== 'ods' || remoteKey === undefined))
    throw new CommandError('--to and --users need the kind ods and --remote-key.');
  const { setting, clearSecrets } = options;
  const isHarvester = kind !== 'folder' && (kind !== 'ods' || remoteKey === undefined);
  if (!isHarvester && (setting !== undefined || clearSecrets !== undefined))
    throw new CommandError(
      '--setting and --clear-secrets are for harvesters: they fit neither folder nor --remote-key.',
    );
  if (kind === 'folder') {
    const interruption = new AbortController();
    if (watch === true)
      onInterrupt?.(() => {
        interruption.abort();
      });
    const signal = watch === true ? interruption.signal : undefined;
    return importFolder(session, terminal, { folder: source, watch: signal, ...options });
  }
  const address = portalUrl(source);
  if (kind !== 'ods' && remoteKey !== undefined)
    throw new CommandError('--remote-key fits the kind ods alone. Is CATALOGRAPH_REMOTE_KEY set?');
  if (remoteKey === undefined) return importByHarvester(session, terminal, { kind, address, ...options });
  if (!/^https?:/i.test(address)) throw new CommandError('An http or https address is expected.');
  const { publish, name, setting: _setting, clearSecrets: _clearSecrets, ...given } = options;
  if (publish !== undefined || name !== undefined)
    throw new CommandError(
      '--publish and --name do not fit --remote-key: there is no harvester, and what is published there is published here.',
    );
  return importAdministration(session, terminal, { address, remoteKey, to, users, ...given });
}

/** Runs the command line with the arguments after its name, and returns the exit code. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.ok;
  const program = createProgram(surroundings, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    // commander has written its message
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.failed;
    // the file system says which file it refuses
    const isExpected = error instanceof CommandError || (error instanceof Error && 'syscall' in error);
    surroundings.stderr.write(
      `${isExpected ? error.message : `Unexpected: ${error instanceof Error ? (error.stack ?? '') : messageOf(error)}`}\n`,
    );
    return error instanceof CommandError ? error.exitCode : exitCodes.failed;
  }
}

/** The commands and their arguments; `end` receives the exit code of the one that runs. */
export function createProgram(surroundings: Surroundings, end: (code: ExitCode) => void): Command {
  const { env, stdout, stderr } = surroundings;
  const program = new Command('catalograph')
    .description('Keeps a portal of Catalograph in files: exports it, plans changes, applies them, and moves data in.')
    .addOption(
      new Option('--url <address>', 'the address of the instance')
        .env('CATALOGRAPH_URL')
        .default(defaultUrl)
        .argParser(httpUrl),
    )
    .addOption(
      new Option('--key <key>', 'an API key; CATALOGRAPH_KEY keeps it out of the list of processes').env(
        'CATALOGRAPH_KEY',
      ),
    )
    .option('--json', 'write the result as JSON')
    .option('--secrets <file>', 'lines NAME=value with the secrets that files refer to; the environment comes first')
    .addHelpText('after', exitCodeHelp)
    .exitOverride()
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  program.configureHelp({ showGlobalOptions: true });

  const open = (): { readonly session: Session; readonly terminal: Terminal } => {
    const { url, key, json = false, secrets } = program.opts<GlobalOptions>();
    const terminal = new Terminal(surroundings, json);
    return {
      terminal,
      session: {
        client: new GraphClient({ url, key }),
        env: secrets === undefined ? env : { ...readSecretsFile(secrets), ...env },
        warn: (message) => terminal.warn(message),
        progress: (message) => terminal.progress(message),
      },
    };
  };
  const action =
    <Options>(work: (session: Session, terminal: Terminal, argument: string, options: Options) => Promise<ExitCode>) =>
    async (argument: string, options: Options) => {
      const { session, terminal } = open();
      try {
        end(await work(session, terminal, argument, options));
      } finally {
        terminal.clearProgress();
      }
    };
  const only = new Option(
    '--only <names>',
    `nouns or items: ${nouns.map(({ name }) => name).join(', ')}, datasets/trees`,
  ).argParser(collect);

  program
    .command('export')
    .description('write everything that you may see to a folder of YAML and files')
    .argument('<folder>', 'a new folder, or one that an export wrote')
    .addOption(only)
    .addOption(new Option('--records <format>', 'also the records of published datasets').choices(['csv', 'parquet']))
    .addHelpText(
      'after',
      '\nExample:\n  catalograph export portal\n  catalograph export portal --only datasets/street-trees --records csv',
    )
    .action(
      action<{ only?: readonly string[]; records?: string }>((session, terminal, folder, options) =>
        exportPortal(session, terminal, { folder, ...options }),
      ),
    );
  program
    .command('plan')
    .description('print what applying the files would change; changes nothing')
    .argument('<folder>', 'the folder of the files')
    .addOption(only)
    .option('--prune', 'delete what the files have no more')
    .option('--out <file>', 'write the plan, for `apply --plan`')
    .addHelpText('after', '\nExample:\n  catalograph plan portal --out plan.json')
    .action(
      action<{ only?: readonly string[]; prune?: boolean; out?: string }>(
        async (session, terminal, folder, options) => {
          await refuseLinksOutside(folder, nouns);
          return planPortal(session, terminal, { folder, ...options });
        },
      ),
    );
  program
    .command('apply')
    .description('do what a plan says; run it again after a broken line')
    .argument('<folder>', 'the folder of the files')
    .addOption(only)
    .option('--plan <file>', 'exactly this plan, refused where something moved since')
    .option('--prune', 'delete what the files have no more; asks')
    .option('--yes', 'confirm deletions')
    .option('--no-wait', 'do not wait for publications')
    .option('--without-secrets', 'make new items without the secrets that are not set')
    .addHelpText('after', '\nExample:\n  catalograph apply portal --plan plan.json')
    .action(
      action<Omit<ApplyOptions, 'folder'>>(async (session, terminal, folder, options) => {
        await refuseLinksOutside(folder, nouns);
        return applyPortal(session, terminal, { folder, ...options });
      }),
    );
  program
    .command('import')
    .description('make datasets of a folder of files, or of another portal by a harvester of the instance')
    .argument('<kind>', 'folder, or a kind of harvester: ods, ckan, dcat, …')
    .argument('<source>', 'the folder, or the address of the portal')
    .option('--dry-run', 'print what would be imported; changes nothing')
    .option('--publish', 'publish the datasets, and report those whose publication failed')
    .option('--no-wait', 'do not wait for publications')
    .option('--watch', 'of folder: also import what changes in it, until Ctrl-C')
    .option('--name <name>', 'the name of the harvester; by default the host of the address')
    .option(
      '--setting <name=value>',
      'a setting of the harvester; repeatable. A secret is a reference: password=${env:CATALOGRAPH_SECRET_FTP}',
      append,
    )
    .option('--clear-secrets', 'accept secrets on the command line, where the list of processes shows them')
    .addOption(
      new Option(
        '--remote-key <key>',
        'of ods: a key of its Automation API, which moves the administration; CATALOGRAPH_REMOTE_KEY keeps it out of the list of processes',
      ).env('CATALOGRAPH_REMOTE_KEY'),
    )
    .option('--users <file>', 'with --remote-key: YAML with the names of users here, by those there: `ann: ann.lee`')
    .option('--to <folder>', 'with --remote-key: write the files of the portal, and apply nothing')
    .addHelpText(
      'after',
      "\nExample:\n  catalograph import folder open-data --dry-run\n  catalograph import ods https://data.example.org --publish\n  CATALOGRAPH_SECRET_FTP=… catalograph import ftp ftps://files.example.org --setting user=ada --setting 'password=${env:CATALOGRAPH_SECRET_FTP}'\n  CATALOGRAPH_REMOTE_KEY=… catalograph import ods https://data.example.org --dry-run",
    )
    .action((kind: string, source: string, options: ImportOptions) =>
      action<ImportOptions>((session, terminal, argument, given) =>
        importFrom(session, terminal, kind, argument, given, surroundings.onInterrupt),
      )(source, options),
    );
  program
    .command('completion')
    .description('print the completion script of a shell')
    .argument('<shell>', 'bash or zsh')
    .addHelpText('after', '\nExample:\n  source <(catalograph completion bash)')
    .action((shell: string) => {
      stdout.write(completionScript(shell, program));
    });
  return program;
}
