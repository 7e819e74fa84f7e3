import type { Json, JsonObject } from '#kernel/json.ts';
import { resolveSecrets, withReferences } from '../files/secrets.ts';
import { harvesterNoun } from '../nouns/harvester.ts';
import type { Move } from './move.ts';
import { remoteHarvester, remoteHarvesterSchedule } from './remote-objects.ts';

/**
 * The harvesters of another portal. The schedule of one that has datasets stays behind: the datasets arrive as datasets of their own, and a run
 * would make them a second time.
 */
export async function* readHarvesters({ remote, counterparts, report, env }: Move): AsyncGenerator<JsonObject> {
  const counts = new Map<string, number>();
  for (const harvester of await remote.all('/harvesters/', remoteHarvester)) {
    const { uid, type, name } = harvester;
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    const head = { name, ...(number > 1 && { number }), type };
    const key = harvesterNoun.keyOf(head);
    const of = `harvesters/${key}`;
    const known = counterparts.harvesterTypes.get(type);
    if (!known) {
      report.lose('harvesters', key, `there is no kind ${type} here`);
      continue;
    }
    const settings: Record<string, Json> = {};
    for (const [setting, value] of Object.entries(harvester))
      if (known.has(setting)) settings[setting] = value;
      else if (!(setting in remoteHarvester.shape) && !answered.has(setting))
        report.leave(of, `its setting ${setting}: there is none here`);
    const path = `/harvesters/${encodeURIComponent(uid)}/schedules/`;
    const schedules = (await remote.all(path, remoteHarvesterSchedule)).map((each) => ({
      cronSchedule: each.cron_schedule,
      timezone: each.timezone,
    }));
    const hasDatasets = harvester.attached_datasets_count > 0;
    if (hasDatasets)
      report.leave(
        of,
        `its ${harvester.attached_datasets_count} datasets arrive as datasets of their own${schedules.length > 0 ? ', and its schedule stays behind' : ''}: a run here would make them again. Delete either`,
      );
    const document = {
      ...head,
      settings: withReferences(settings, [key]),
      forcedMetadata: harvester.forced_metas,
      isRestrictingDatasets: harvester.restrict_datasets_visibility,
      isDeletingMissingDatasets: harvester.delete_missing_datasets,
      schedules: hasDatasets ? [] : schedules,
    };
    for (const secret of resolveSecrets(document, env).missing)
      report.leave(of, `a secret: set ${secret}, unless this portal has it`);
    yield document;
  }
}

/** What is answered of a harvester and is no setting. */
const answered: ReadonlySet<string> = new Set([
  ...['status', 'version', 'remote_datasets_count', 'harvested_datasets_count', 'published_datasets_count'],
  ...['resource_errors_count', 'has_error', 'created_at', 'updated_at', 'updated_by', 'last_started_at'],
  'last_success_at',
]);
